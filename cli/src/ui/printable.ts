/** Text that cannot change the terminal or hide what it says: control and invisible characters are shown as `\u{...}`, line ends stay. */
export const toPrintable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    character === '\n' ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )

/** A word as a person can paste it into a shell (bash, zsh; where nothing in it is invisible, any POSIX shell). Only ever printed. */
export function quoteWord(word: string): string {
  if (/^[\w./@:+,-]+$/.test(word)) return word
  if (!hidden.test(word)) return `'${word.replaceAll("'", "'\\''")}'`
  const escaped = word.replace(/[\\']/g, '\\$&').replace(new RegExp(hidden, 'gu'), (character) => {
    const code = character.codePointAt(0)?.toString(16) ?? ''
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`
  })
  return `$'${escaped}'`
}

/** What `toPrintable` would change. */
const hidden = /[\p{Cc}\p{Cf}\u2028\u2029]/u
