// Copies the logos of the listed wallets, of networks and of popular tokens from icon packages to src/marks.
//
//     node marks/pick.mjs <folder>
//
// The folder contains the unpacked packages as web3icons/, common/, bgd/, antDesign/ and simpleIcons/. Download them with `npm pack`; they are not
// installed, because only a few of their thousands of files are used.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { getAddress } from 'viem'

const here = fileURLToPath(new URL('.', import.meta.url))
const out = join(here, '../src/marks')
const packages = process.argv[2] ?? ''
const sources = JSON.parse(readFileSync(join(here, 'sources.json'), 'utf8'))
/** Number of logos loaded together. */
const GROUP = 8
/** Maximum size of a logo, in bytes. */
const MAX_BYTES = 6000

const load = async (...path) => import(pathToFileURL(join(packages, ...path)).href)

/** Adds a square background to a logo without one. */
function withBackground(svg, colour) {
  if (!colour) return svg
  const viewBox = /viewBox="([-\d.]+) ([-\d.]+) ([\d.]+) ([\d.]+)"/.exec(svg)
  if (!viewBox) throw new Error(`the SVG has no viewBox, so its background cannot be placed: ${svg.slice(0, 100)}`)
  const [, x, y, width, height] = viewBox
  const side = Math.max(width, height) * 1.5
  const box = [Number(x) - (side - width) / 2, Number(y) - (side - height) / 2, side, side]
  const start = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(' ')}">`
  const square = `<path fill="${colour}" d="M${box[0]} ${box[1]}h${side}v${side}h-${side}z"/>`
  return `${start}${square}<g fill="none">${svg.replace(/^<svg[^>]*>/, '').replace(/<\/svg>$/, '')}</g></svg>`
}

/** Background color of a logo of Simple Icons: six hex digits. */
const hexOf = async (slug) => {
  const icons = JSON.parse(readFileSync(join(packages, 'simpleIcons/data/simple-icons.json'), 'utf8'))
  const names = { blockchaindotcom: 'Blockchain.com', brave: 'Brave', opera: 'Opera', robinhood: 'Robinhood' }
  return icons.find(({ title }) => title === names[slug]).hex
}

const readers = {
  web3icons: async (path) => {
    const [kind, name] = path.split('/')
    return (await load('web3icons/dist/svgs', kind, 'background', `${name}.svg.js`)).default
  },
  bgd: async (name) => (await load('bgd/dist/iconsPacks/walletsIconsPack.js')).walletsIconsPack[name],
  /** Each component contains its picture in a comment. */
  antDesign: async (name) => {
    const text = readFileSync(join(packages, 'antDesign/dist/esm/components', `${name}.js`), 'utf8')
    return Buffer.from(/svg\+xml;base64,([\w+/=]+)/.exec(text)[1], 'base64').toString()
  },
  simpleIcons: async (slug) => {
    const path = / d="([^"]+)"/.exec(readFileSync(join(packages, 'simpleIcons/icons', `${slug}.svg`), 'utf8'))?.[1]
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 48 48"><path fill="#${await hexOf(slug)}" d="M-12-12h48v48h-48z"/><path fill="#fff" d="${path}"/></svg>`
  },
}

const shrink = (svg) =>
  svg
    .replace(/ class="[^"]*"/g, '')
    .replace(/>\s+</g, '><')
    .replace(/\s+/g, ' ')
    .replace(/<(\w+)([^>]*)><\/\1>/g, '<$1$2/>')
    .trim()

function check(id, svg) {
  if (!svg.startsWith('<svg ') || !svg.includes('xmlns='))
    throw new Error(`${id}: the file is not an SVG with an xmlns attribute`)
  if (svg.length > MAX_BYTES)
    throw new Error(`${id}: the SVG has ${svg.length} bytes, but at most ${MAX_BYTES} are allowed`)
  if (/<(script|foreignObject|image|use|a|style)\b|\son\w+=|href=|url\((?!#)/i.test(svg))
    throw new Error(`${id}: the SVG contains a script, style, image, link, event handler or external reference`)
  return svg
}

const { readFacts } = await import(pathToFileURL(join(here, '../dist/list.js')).href)
const all = (await readFacts()).map(({ id }) => id)
const logos = new Map()
for (const [name, { marks }] of Object.entries(sources))
  for (const [id, text] of Object.entries(marks)) {
    const [path, colour] = text.split(' on ')
    logos.set(id, check(id, withBackground(shrink(await readers[name](path)), colour)))
  }
const unknown = [...logos.keys()].filter((id) => !all.includes(id))
if (unknown.length > 0) throw new Error(`no such wallets: ${unknown.join(', ')}`)
const ids = all.filter((id) => logos.has(id))
const groups = Array.from({ length: Math.ceil(ids.length / GROUP) }, (_, at) => ids.slice(at * GROUP, (at + 1) * GROUP))

for (const file of readdirSync(out)) if (/^group-\d+\.ts$/.test(file)) rmSync(join(out, file))
const header = '// Written by marks/pick.mjs from the packages that marks/sources.json names.\n'
for (const [at, group] of groups.entries()) {
  const rows = group.map((id) => `  '${id}':\n    '${logos.get(id).replaceAll("'", "\\'")}',\n`)
  writeFileSync(
    join(out, `group-${at}.ts`),
    `${header}/** SVG files by wallet. */\nexport const marks: Readonly<Record<string, string>> = {\n${rows.join('')}}\n`,
  )
}
writeFileSync(
  join(out, 'groups.ts'),
  `${header}type Group = readonly [ids: string, load: () => Promise<{ readonly marks: Readonly<Record<string, string>> }>]\n
/** Wallets with a logo, and the group that contains it. */
export const groups: readonly Group[] = [\n${groups
    .map((group, at) => `  ['${group.join(' ')}', () => import('./group-${at}.js')],\n`)
    .join('')}]\n`,
)
/** Writes a module with SVG pictures, and an export that maps each id to its picture as a URL for `<img src>`. */
async function writeImages(name, comment, ids) {
  const pictures = new Map()
  for (const path of ids.values()) pictures.set(path, check(path, shrink(await readers.web3icons(path))))
  const row = (key, value) => `  '${key}': '${value.replaceAll("'", "\\'")}',\n`
  writeFileSync(
    join(out, `${name}.ts`),
    `${header.replace('sources.json names', `${name}.json names`)}import type { CaipImages } from '@wallet-modal/kernel'\n
const pictures: Readonly<Record<string, string>> = {\n${[...pictures].map(([path, svg]) => row(path, svg)).join('')}}\n
/** ${comment} */
const pictureOf: Readonly<Record<string, string>> = {\n${[...ids].map(([id, path]) => row(id, path)).join('')}}\n
/** The same pictures as URLs for \`<img src>\`. */
export const ${name.replace(/s$/, '')}Marks: CaipImages = Object.fromEntries(
  Object.entries(pictureOf).map(([id, at]) => [id, \`data:image/svg+xml,\${encodeURIComponent(pictures[at] ?? '')}\`]),
)\n`,
  )
  return `${pictures.size} pictures for ${ids.size} ${name}`
}

const readHere = (name) => JSON.parse(readFileSync(join(here, name), 'utf8'))
const networks = new Map(Object.entries(readHere('networks.json').marks))
const networkComment =
  'The picture of each network, by CAIP-2 id. Test networks have the picture of their main network.'

/** Native coins of the networks above, and contracts and mints of popular tokens. Tokens are identified by address, never by symbol. */
async function tokenIds() {
  const { packages: _, platforms, tokens, more } = readHere('tokens.json')
  const ids = new Map()
  const known = ['eip155', 'solana', 'polkadot', 'bip122'].flatMap((family) =>
    readHere(`../../${family}/networks.json`),
  )
  for (const network of known.filter(({ caipNetworkId }) => networks.has(caipNetworkId))) {
    const symbol = network.nativeCurrency.symbol.toUpperCase()
    if (existsSync(join(packages, 'web3icons/dist/svgs/tokens/background', `${symbol}.svg.js`)))
      ids.set(coinAssetId(network), `tokens/${symbol}`)
  }
  const { tokens: metadata } = await load('common/dist/metadata/tokens.js')
  for (const id of tokens) {
    const { filePath, addresses } = metadata.find((one) => one.id === id)
    const listed = Object.entries(addresses).flatMap(([name, address]) =>
      platforms[name] ? [[platforms[name], address]] : [],
    )
    for (const [chain, address] of [...listed, ...Object.entries(more[id] ?? {})]) {
      const asset = chain.startsWith('eip155:') ? `erc20:${getAddress(address)}` : `token:${address}`
      ids.set(`${chain}/${asset}`, `tokens/${filePath.slice('token:'.length)}`)
    }
  }
  return ids
}
console.log(await writeImages('networks', networkComment, networks))
console.log(
  await writeImages(
    'tokens',
    'Key in `pictures` of each native coin, token contract and mint, by CAIP-19 id.',
    await tokenIds(),
  ),
)
console.log(`${logos.size} marks in ${groups.length} groups`)
