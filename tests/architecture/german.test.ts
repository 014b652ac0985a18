import { expect, test } from 'vitest'
import { sources } from './files.js'

const lines = sources()
  .filter(({ file }) => file.endsWith('/strings/de.ts'))
  .flatMap(({ file, code }) => code.split('\n').map((line) => `${file}: ${line.trim()}`))

/** What would sound as if several people spoke from one modal. */
const voices: Readonly<Record<string, RegExp>> = {
  'a visitor who is called du': /\b([Dd]u|[Dd]ich|[Dd]ir|[Dd]ein(e[mnrs]?)?)\b/,
  'an imperative of du': /\b(Prüfe|Versuche|Verbinde|Öffne|Sende|Empfange|Folge|Vergleiche|Sieh|Wähle|Gib)\b(?! Sie)/,
  'das Wallet beside die Wallet': /\b([Dd]as|[Ee]in|[Kk]ein|[Ii]hr|[Dd]ieses) Wallet\b/,
  'der Token beside das Token': /\b(Der|Den|[Ee]inen|[Dd]ieser|[Dd]iesen) Token\b/,
}

test('there is German to read', () => expect(lines.length).toBeGreaterThan(300))

test.each(Object.entries(voices))('the German of all packages knows no %s', (_, voice) =>
  expect(lines.filter((line) => voice.test(line))).toEqual([]),
)
