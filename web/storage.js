/** What this browser keeps from visit to visit. Where it refuses to keep anything, the page works all the same. */

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
   * Keeps a value; null and undefined are dropped.
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
   * Tells when another window of this browser has changed a value.
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
