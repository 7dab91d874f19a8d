/* What the browser keeps from one visit to the next. It may keep nothing, and then nothing is missed. */

const PREFIX = "puzzlekit:";
const MOST = 200; // entries; the oldest go first

export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key))?.value;
  } catch {
    return undefined;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify({ value, time: Date.now() }));
    const own = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    const age = (name) => JSON.parse(localStorage.getItem(name)).time;
    for (const name of own.sort((a, b) => age(b) - age(a)).slice(MOST)) localStorage.removeItem(name);
  } catch {
    // it is full, or forbidden
  }
}

export function forget(key) {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // it is forbidden
  }
}
