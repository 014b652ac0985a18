import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { repository } from '../setup/workspaces.mjs'
import { bytesOf, inKb } from './bytes.mjs'
import { basesOf, exportsOf, membersOf, optionDocs, outputName, payloadOf, stringsOf } from './doc-comments.mjs'
import { pictures } from './pictures.mjs'
import { cell, code, mark, table } from './tables.mjs'

/** Describes the values of an option. @param {any} schema @returns {string} */
function takes({ type, enum: choices, items, properties, minimum, maximum }) {
  if (choices) return choices.map(code).join(', ')
  if (type === 'array') return `list of ${takes(items).replace(/^string$/, 'strings')}`
  if (type === 'object') return code(`{ ${Object.keys(properties).join(', ')} }`)
  if (type === 'boolean') return `${code('true')}, ${code('false')}`
  return minimum === undefined ? type : `${type}, ${minimum} to ${maximum}`
}

/** @param {string} folder @param {any} manifest */
function options(folder, { options: { properties = {} } }) {
  const file = join(folder, 'src/options.ts')
  const docs = existsSync(file) ? optionDocs(file) : new Map()
  const rows = Object.entries(properties).map(([name, schema]) => [code(name), takes(schema), docs.get(name) ?? ''])
  return rows.length ? ['## Options', table(['Option', 'Values', 'Meaning'], rows)] : []
}

/** @type {Readonly<Record<string, string>>} */
const originTitles = {
  connect: 'Origins that the page sends requests to',
  image: 'Origins of images',
  frame: 'Origins of iframes',
  window: 'Origins of windows that the plugin opens',
}

/** @param {any} manifest */
function permissions({
  permissions: { api = [], storage = [], origins = {}, devices = [] },
  requires,
  optional,
  provides,
  conflicts,
  needsProjectId,
  needsService,
}) {
  const rows = [
    ['HTTP and RPC requests', api],
    ['Storage keys in the browser', storage],
    ['Devices', devices],
    ...Object.entries(origins).map(([kind, hosts]) => [originTitles[kind], hosts]),
    ['Requires', requires],
    ['Uses optionally', optional],
    ['Provides', provides],
    ['Conflicts with', conflicts],
  ]
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => [name, list.map(code).join(', ')])
  if (needsProjectId || needsService) rows.push(['Needs a service', 'yes: see the notes below'])
  const none = 'None: the plugin sends no request to a service or node, and stores nothing in the browser.'
  const format =
    'Requests are listed as `service:path` or `rpc:method`. A `*` at the end of a pattern matches any text. A `*` in another position matches any text without `/`. [Self-hosting](../self-hosting.md#services) describes the services.'
  return [
    '## Permissions',
    ...(api.length ? [format] : []),
    rows.length ? table(['Permission or capability', 'Values'], rows) : none,
  ]
}

/** Describes the parameters of a view, from the type arguments of its token. @param {string} file @param {string} type of the token */
function params(file, type) {
  const [, first = ''] = /^view<(.+?)(?:, \w+)?>\(/.exec(type) ?? []
  const isOptional = first.endsWith(' | undefined')
  const shape = first.replace(/ \| undefined$/, '')
  if (!shape || shape === 'void' || shape === 'undefined') return ''
  const bases = basesOf(file, shape).map((base) => `the fields of ${code(base)}`)
  const members = membersOf(file, shape).map(({ label, type: of, doc }) =>
    doc ? `${code(`${label}: ${of}`)}: ${cell(doc)}` : code(`${label}: ${of}`),
  )
  const text = members.length ? [...members, ...bases].join('<br>') : code(shape)
  if (!isOptional) return text
  return members.length + bases.length > 0 ? `The parameters are optional.<br>${text}` : `optional: ${text}`
}

/** Sentence about `ConnectParams` for pages with views that take them. @param {string} file with the tokens of the views @param {readonly string[]} types of the tokens */
function connectParams(file, types) {
  const source = join(repository, 'kernel/src/domain/connections/connector.ts')
  const usesThem = types.some((type) => {
    const [, shape = ''] = /^view<(\w+)/.exec(type) ?? []
    return [shape, ...basesOf(file, shape)].includes('ConnectParams')
  })
  if (!usesThem) return []
  const fields = membersOf(source, 'ConnectParams').map(({ name, doc }) => `- ${code(name)}: ${doc}`)
  return [`Fields of ${code('ConnectParams')}, all optional:\n\n${fields.join('\n')}`]
}

/** @param {string} folder @param {any} manifest */
function output(folder, { export: name }) {
  const index = join(folder, 'src/index.ts')
  const wanted = outputName(index)
  const file =
    wanted &&
    ['src/index.ts', 'src/model.ts', 'src/contract.ts', '../../kernel/src/domain/assets/assets.ts']
      .map((one) => join(folder, one))
      .find((one) => existsSync(one) && membersOf(one, wanted).length)
  const contract = existsSync(join(folder, 'src/contract.ts')) ? exportsOf(join(folder, 'src/contract.ts')) : []
  const isToken =
    (/** @type {string} */ kind) =>
    (/** @type {{ type: string }} */ { type }) =>
      new RegExp(`^${kind}\\b`).test(type)
  const list = (/** @type {readonly { name: string, label?: string, doc: string }[]} */ found) =>
    found.map((one) => [code(one.label ?? one.name), one.doc])
  const views = contract.filter(isToken('view'))
  const capabilities = contract.filter(isToken('Capability'))
  const events = contract.filter(isToken('event'))
  return [
    ...(wanted && file
      ? [`## Return value of \`modal.use(${name})\``, table(['Member', 'Meaning'], list(membersOf(file, wanted)))]
      : []),
    ...(views.length
      ? [
          '## Views',
          `Import the views from \`@wallet-modal/${basename(folder)}/contract\`. A site opens a view with \`modal.open({ view, params })\`. A plugin can [replace](../write-a-plugin.md#replace-a-view) each view.`,
          table(
            ['View', 'Meaning', 'Parameters'],
            views.map(({ name, doc, type }) => [code(name), doc, params(join(folder, 'src/contract.ts'), type)]),
          ),
          ...connectParams(
            join(folder, 'src/contract.ts'),
            views.map(({ type }) => type),
          ),
        ]
      : []),
    ...(capabilities.length ? ['## Capabilities', table(['Capability', 'Meaning'], list(capabilities))] : []),
    '## Events',
    events.length
      ? table(
          ['Event', 'Payload', 'Meaning'],
          events.map(({ name: event, type, doc }) => [code(event), code(payloadOf(type)), doc]),
        )
      : 'The plugin defines no events. [Kernel](../kernel.md#events) lists the events of connections and transactions.',
  ]
}

/** @param {string} folder @param {any} manifest */
function networks(folder, { networks: file }) {
  if (!file) return []
  const list = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const rows = list.map((/** @type {any} */ { name, caipNetworkId, nativeCurrency, testnet }) => [
    name + (testnet ? ' (test)' : ''),
    code(caipNetworkId),
    nativeCurrency.symbol,
  ])
  return [
    '## Networks',
    'In `wallet-modal.json`, you can list these networks by their CAIP-2 ids. Other networks need a [full definition](../start.md#the-three-files).',
    table(['Network', 'CAIP-2 id', 'Currency'], rows),
  ]
}

/** @param {string} folder */
function texts(folder) {
  const file = join(folder, 'src/strings/en.ts')
  if (!existsSync(file)) return []
  return [
    '## Texts',
    'To replace a text, set it in `strings` of the configuration, by package name and key: see [Theming](../theming.md#texts-and-languages).',
    table(
      ['Key', 'English'],
      stringsOf(file).map(([key, text]) => [code(key), cell(text)]),
    ),
  ]
}

/** Sections of the package's README after its title and introduction, without those that the generated tables cover. @param {string} folder */
function notes(folder) {
  const [, ...rest] = readFileSync(join(folder, 'README.md'), 'utf8')
    .trimEnd()
    .split(/\n{2,}(?![ ])/)
  const sections = rest.slice(1).filter((part) => !/^\| Option \||^Permissions:|^Entry points:/.test(part))
  return sections.length ? ['## Notes', ...sections.map(toPage)] : []
}

/** Converts a README section for the page: headings one level lower, links relative to the page. @param {string} part */
const toPage = (part) => part.replace(/^#/gm, '##').replaceAll('](../../docs/', '](../')

const terms =
  '[Concepts](../concepts.md) explains terms such as slot and capability. A chain family is a CAIP-2 namespace, such as `eip155`.'
const blockchainApi = 'The Blockchain API is the [service](../self-hosting.md#services) `blockchain`.'

/**
 * Markdown of the page of one plugin, generated from its manifest, doc comments, README and bundle size.
 * @param {string} folder of the plugin, below the repository
 */
export async function pluginPage(folder) {
  const root = join(repository, folder)
  const { name, walletModal: manifest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { doc } = exportsOf(join(root, 'src/index.ts')).find((one) => one.name === manifest.export) ?? { doc: '' }
  const { entry, ui, all } = await bytesOf(name, manifest.export)
  const engines = [manifest.sandboxEngine ?? []].flat().map((/** @type {any} */ one) => code(one.package))
  const parts = [
    pictures[manifest.id] && `![${pictures[manifest.id]}](../pictures/${manifest.id}.webp)`,
    `Add the plugin with \`npx create-wallet-modal add ${manifest.id}\`, or in code:`,
    [
      '```ts',
      `import { ${manifest.export} } from '${name}'`,
      '',
      `export const plugins = [${manifest.export}()]`,
      '```',
    ].join('\n'),
    ...options(root, manifest),
    ...permissions(manifest),
    ...output(root, manifest),
    ...networks(root, manifest),
    '## Size',
    manifest.developmentOnly
      ? `Development only. A production build gets an empty plugin: ${inKb(all)}.`
      : table(
          ['Code of this plugin', 'Size in a production build, gzip'],
          [
            ['loaded with the page', inKb(entry)],
            ...(ui ? [['loaded before the first view or text of the plugin is displayed', inKb(ui)]] : []),
            ['all code of the plugin, without SDKs', inKb(all)],
          ],
        ),
    ...(engines.length
      ? [`In development, the sandbox runs a chain of this family with ${engines.join(' and ')}.`]
      : []),
    ...notes(root),
    ...texts(root),
  ]
  const body = parts.filter(Boolean).join('\n\n').trimEnd()
  const start = [
    `# ${manifest.title}`,
    mark(folder),
    doc,
    body.includes('Blockchain API') ? `${terms} ${blockchainApi}` : terms,
  ]
  return `${start.join('\n\n')}\n\n${body}\n`
}
