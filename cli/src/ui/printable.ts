/** Escapes control and invisible characters as `\u{...}`, so that text cannot change the terminal or hide its contents. Keeps `\n`. */
export const toPrintable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    character === '\n' ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )

/** Like {@link toPrintable}, but also escapes `\n`, so that the text stays on one line. */
export const toPrintableLine = (text: string): string => toPrintable(text).replaceAll('\n', '\\u{a}')

/**
 * Quotes a word of a printed command, which the user can paste into cmd or PowerShell on Windows, and into a POSIX shell on other systems. PowerShell
 * still expands `$name`. A word with invisible characters (`$'…'`) needs bash or zsh. Not for commands that this program runs.
 */
export function quoteWord(word: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return /^[\w./\\@:+,-]+$/.test(word) ? word : `"${toPrintable(word).replaceAll('"', '""')}"`
  if (/^[\w./@:+,-]+$/.test(word)) return word
  if (!hidden.test(word)) return `'${word.replaceAll("'", "'\\''")}'`
  const escaped = word.replace(/[\\']/g, '\\$&').replace(new RegExp(hidden, 'gu'), (character) => {
    const code = character.codePointAt(0)?.toString(16) ?? ''
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`
  })
  return `$'${escaped}'`
}

/** Control and invisible characters, `\n` included. */
const hidden = /[\p{Cc}\p{Cf}\u2028\u2029]/u
