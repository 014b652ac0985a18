import { describe, expect, it } from 'vitest'
import { blocksOf, readPage, textPages } from '../docs/blocks.js'
import { attributeNames, elementNames, ourNames, pluginOptions, specifiers } from '../docs/our-names.js'

const names = ourNames()
/** Names that examples use for the site's own values, and words of TypeScript. */
const locals = new Set(['modal', 'listener', 'signal', 'event', 'true', 'bigint'])
const files = new Set(['wallet-modal.json'])
const caipNetworkId = /^(eip155|solana|polkadot|bip122):\w+$/

const spansOf = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)

/** Problems of a code span that a page presents as our API. */
function spanProblems(span: string): readonly string[] {
  if (specifiers.has(span) || files.has(span) || caipNetworkId.test(span) || /^--wm-[\w*-]+$/.test(span)) return []
  if (/^[a-z]+(?:-[a-z]+)+$/.test(span)) return attributeNames.has(span) ? [] : [`no attribute ${span}`]
  const element = /^<([\w-]+)/.exec(span)?.[1]
  const attributes = [...span.matchAll(/([\w-]+)="/g)].map(([, name = '']) => name)
  const wrong = attributes.filter((name) => !attributeNames.has(name)).map((name) => `no attribute ${name}`)
  if (element !== undefined && /^[A-Z]/.test(element)) return names.has(element) ? [] : [`no component ${element}`]
  if (element !== undefined) return elementNames.has(element) ? wrong : [`no element ${element}`, ...wrong]
  if (attributes.length > 0) return wrong
  const words = span.replace(/'[^']*'/g, '').match(/[A-Za-z_]\w*/g) ?? []
  return words.filter((word) => !names.has(word) && !locals.has(word)).map((word) => `no name ${word}`)
}

interface Row {
  readonly theirs: string
  readonly ours: string
}

const rowsOf = (text: string): readonly Row[] =>
  [...text.matchAll(/^\| (.+?) \| (.+) \|$/gm)]
    .map(([, theirs = '', ours = '']) => ({ theirs, ours }))
    .filter(({ ours }) => ours !== 'Wallet Modal')

/**
 * Unknown options in a row that links to a plugin's options. Reads the plain names in our column. If our column has none, reads the names in the
 * other library's column.
 */
function optionProblems({ theirs, ours }: Row): readonly string[] {
  const [, plugin] = /\(\.\.\/plugins\/(\w+)\.md#options\)/.exec(ours) ?? []
  if (plugin === undefined) return []
  const own = spansOf(ours)
    .map((span) => /^(\w+)(?:: .*)?$/.exec(span)?.[1])
    .filter((name) => name !== undefined)
  const said = own.length > 0 ? own : spansOf(theirs).map((span) => span.split('.').at(-1) ?? '')
  return said.filter((name) => pluginOptions.get(plugin)?.has(name) !== true).map((name) => `${plugin} has no ${name}`)
}

/** Features marked "not there yet" although there is a plugin with the same name. */
const lateProblems = ({ theirs, ours }: Row): readonly string[] =>
  ours !== 'not there yet'
    ? []
    : spansOf(theirs)
        .map((span) => span.split('.').at(-1) ?? '')
        .filter((name) => pluginOptions.has(name))
        .map((name) => `${name} is there`)

describe('a migration page', () => {
  it.each(textPages().filter((page) => page.startsWith('docs/migrate/')))(
    '%s names only exports, options, elements and attributes that exist',
    (page) => {
      const text = blocksOf(page).reduce((rest, { code }) => rest.replace(code, ''), readPage(page))
      const rows = rowsOf(text)
      expect(rows.length).toBeGreaterThan(20)
      const problems = rows.flatMap((row) => [
        ...spansOf(row.ours).flatMap((span) => spanProblems(span).map((problem) => `\`${span}\`: ${problem}`)),
        ...optionProblems(row),
        ...lateProblems(row),
      ])
      expect(problems).toEqual([])
    },
  )

  it('is checked by functions that find unknown names, elements, attributes and options', () => {
    expect(spanProblems('useWalletModal(modal)')).toEqual([])
    expect(spanProblems('modal.connections.status')).toEqual([])
    expect(spanProblems('NOT_CONNECTED')).toEqual([])
    expect(spanProblems('NOT_CONECTED')).toEqual(['no name NOT_CONECTED'])
    expect(spanProblems('useWalletModall(modal)')).toEqual(['no name useWalletModall'])
    expect(spanProblems('modal.connections.statuz')).toEqual(['no name statuz'])
    expect(spanProblems('<wallet-modal-buton>')).toEqual(['no element wallet-modal-buton'])
    expect(spanProblems('<ConnectButon modal={modal} />')).toEqual(['no component ConnectButon'])
    expect(spanProblems('balances="hide"')).toEqual(['no attribute balances'])
    expect(
      optionProblems({ theirs: '`allWalletz`', ours: 'options of [Connect](../plugins/connect.md#options)' }),
    ).toEqual(['connect has no allWalletz'])
  })
})
