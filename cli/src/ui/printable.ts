/** Escapes control and invisible characters as `\u{...}`, so that text cannot change the terminal or hide its contents. Line ends stay. */
export const toPrintable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    character === '\n' ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )

/** Quotes a word for pasting into a shell (bash, zsh; without invisible characters, any POSIX shell). For output only. */
export function quoteWord(word: string): string {
  if (/^[\w./@:+,-]+$/.test(word)) return word
  if (!hidden.test(word)) return `'${word.replaceAll("'", "'\\''")}'`
  const escaped = word.replace(/[\\']/g, '\\$&').replace(new RegExp(hidden, 'gu'), (character) => {
    const code = character.codePointAt(0)?.toString(16) ?? ''
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`
  })
  return `$'${escaped}'`
}

/** Characters that `toPrintable` escapes. */
const hidden = /[\p{Cc}\p{Cf}\u2028\u2029]/u
