import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-restricted-properties": ["error", { property: "innerHTML" }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
