// What is wrong with the texts of the page: a list of sentences, empty where nothing is. Every text of every language is told once, with
// samples for what varies. Their types stand in the comments of the English file.
async () => {
  const LANGUAGES = ["en", "es", "pt", "de"];
  const SAMPLES = {
    string: ["Ann"],
    "string | undefined": ["Ann", undefined],
    number: [0, 1, 2, 130000],
    "number | null": [7, null],
    "number | undefined": [1, 5, undefined],
    boolean: [true, false],
    "{name: string, busy: boolean}": [{ name: "Ann", busy: true }, { name: "Ann", busy: false }],
  };
  // Words that two languages share by chance, and what is no word.
  const ALIKE = new Set(ALIKE_WORDS);

  const faults = [];
  const files = await Promise.all(LANGUAGES.map((code) => import(`/web/texts/${code}.js`)));
  const [english, ...others] = files.map(({ texts }) => texts);
  let told = 0;
  compare("texts", english, others);
  if (told < 1000) faults.push(`only ${told} texts were told`);
  return faults;

  function compare(path, text, translations) {
    if (typeof text === "object") {
      for (const key of Object.keys(text)) compare(`${path}.${key}`, text[key], translations.map((other) => other[key]));
      return;
    }
    const calls = typeof text === "function" ? combinations(typesOf(text)) : [[]];
    for (const sample of calls) {
      const tell = (of) => (typeof of === "function" ? of(...sample) : of);
      check(path, "en", tell(text));
      for (const [at, other] of translations.entries()) {
        const words = tell(other);
        check(path, LANGUAGES[at + 1], words);
        if (words === tell(text) && !isAlike(words)) faults.push(`${path} in ${LANGUAGES[at + 1]} is English: ${words}`);
      }
    }
  }

  function check(path, code, words) {
    told += 1;
    const isWhole = typeof words === "string" && words.trim() !== "" && !/[{}]|undefined|NaN|null|\[object| {2}|\$/.test(words);
    if (!isWhole) faults.push(`${path} in ${code}: ${words}`);
  }

  /** The types of a function's arguments. */
  function typesOf(text) {
    return [...String(text).matchAll(/@type \{(.*?)\} \*\//g)].map(([, type]) => type);
  }

  /** All lists with one sample of each type. */
  function combinations(types) {
    return types.reduce(
      (lists, type) => {
        if (!SAMPLES[type]) throw new Error(`there is no sample of ${type}`);
        return lists.flatMap((list) => SAMPLES[type].map((sample) => [...list, sample]));
      },
      [[]],
    );
  }

  function isAlike(words) {
    return ALIKE.has(words) || !/\p{L}{3}/u.test(words.replaceAll(/Ann|\bmin\b/g, ""));
  }
}
