/* What the browser keeps from one visit to the next. It may keep nothing; who wants to know is told. */

const PREFIX = "puzzlekit:";
const MOST = 200; // entries; the oldest go first

export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key))?.value;
  } catch {
    return undefined;
  }
}

/* Keep a value; false where it is not kept, as the storage is full or forbidden. */
export function remember(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify({ value, time: Date.now() }));
  } catch {
    return false;
  }
  leaveRecent();
  return true;
}

function leaveRecent() {
  try {
    const own = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    if (own.length <= MOST) return; // to read them takes long
    const age = (name) => JSON.parse(localStorage.getItem(name)).time;
    for (const name of own.sort((a, b) => age(b) - age(a)).slice(MOST)) localStorage.removeItem(name);
  } catch {
    // another page takes away entries meanwhile, or wrote what is none
  }
}

export function forget(key) {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // it is forbidden
  }
}
