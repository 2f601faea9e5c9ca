/**
 * Values that this browser stores. The page also works if the browser refuses to store anything.
 */

const PREFIX = "ludoteca.";

export const storage = {
  /**
   * @template T
   * @param {string} key
   * @param {T} otherwise
   * @returns {T}
   */
  read(key, otherwise) {
    try {
      const text = localStorage.getItem(PREFIX + key);
      return text === null ? otherwise : JSON.parse(text);
    } catch {
      return otherwise;
    }
  },

  /**
   * Stores a value; null and undefined remove it.
   *
   * @param {string} key
   * @param {unknown} value
   */
  write(key, value) {
    try {
      if (value === null || value === undefined) localStorage.removeItem(PREFIX + key);
      else localStorage.setItem(PREFIX + key, JSON.stringify(value));
    } catch {
      // Private windows may have no storage.
    }
  },

  /**
   * Calls the listener when another window of this browser changes a value.
   *
   * @param {string} key
   * @param {() => void} listener
   */
  onChange(key, listener) {
    addEventListener("storage", (event) => {
      if (event.key === PREFIX + key) listener();
    });
  },
};
