/** Text that cannot change the terminal or hide what it says: control and invisible characters are shown as `\u{...}`, line ends stay. */
export const toPrintable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    character === '\n' ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )

/** A word as a person can paste it into a POSIX shell. Only ever printed. */
export const quoteWord = (word: string): string =>
  /^[\w./@:+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
