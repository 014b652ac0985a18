import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Block, blocksOf, readPage, textPages } from '../docs/blocks.js'
import { commandProblem, commandsOf } from '../docs/commands.js'
import { typeProblems } from '../docs/typecheck.js'
import { repository, workspaces } from '../setup/workspaces.mjs'

const blocks = textPages().flatMap((page) => blocksOf(page))
const checkedBlocks = blocks.filter(({ ignored }) => ignored === undefined)
const blocksIn = (...languages: readonly string[]): readonly Block[] =>
  checkedBlocks.filter(({ language }) => languages.includes(language))

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(repository, file), 'utf8'))

interface Validator {
  validate(schema: object, data: unknown): boolean
  errorsText(): string
}
// Ajv is a development dependency of the command line only, so it is loaded from there
const { Ajv2020 }: { readonly Ajv2020: new (options: object) => Validator } = createRequire(
  join(repository, 'cli/package.json'),
)('ajv/dist/2020.js')
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
const siteSchema = readJson('cli/wallet-modal.schema.json') as object

interface PluginManifest {
  readonly walletModal?: { readonly options?: object }
}
const plugins = new Map(
  workspaces().map(({ folder, manifest }) => [
    manifest.name,
    (readJson(`${folder}/package.json`) as PluginManifest).walletModal,
  ]),
)

/** Problems of a site's manifest: violations of its schema, unknown plugins, and invalid options of plugins. */
function siteProblems(json: unknown): readonly string[] {
  if (!ajv.validate(siteSchema, json)) return [ajv.errorsText()]
  const { plugins: listed } = json as { readonly plugins: Readonly<Record<string, object>> }
  return Object.entries(listed).flatMap(([name, options]) => {
    const manifest = plugins.get(name)
    if (!manifest) return [`there is no plugin ${name}`]
    const { $schema: _, ...schema } = (manifest.options ?? {}) as { readonly $schema?: string }
    return ajv.validate(schema, options) ? [] : [`${name} ${ajv.errorsText()}`]
  })
}

function jsonProblems({ page, line, file, code }: Block): readonly string[] {
  const located = (problem: string): string => `${page}:${line} ${problem}`
  try {
    const json: unknown = JSON.parse(code)
    return file === 'wallet-modal.json' ? siteProblems(json).map(located) : []
  } catch (error) {
    return [located(String(error))]
  }
}

const commandProblems = (all: readonly Block[]): readonly string[] =>
  all.flatMap(({ page, line, code }) =>
    commandsOf(code).flatMap((command) => {
      const problem = commandProblem(command)
      return problem ? [`${page}:${line} ${command}: ${problem}`] : []
    }),
  )

const plant = (language: string, code: string, rest = ''): readonly Block[] =>
  blocksOf('docs/planted.md', `# Planted\n\n\`\`\`${language}${rest}\n${code}\n\`\`\`\n`)

test('every block has a checked language, or a reason not to be checked', () => {
  const known = ['ts', 'tsx', 'json', 'sh', 'html', 'css', 'svelte', 'vue']
  const odd = checkedBlocks.filter(({ language }) => !known.includes(language))
  expect(odd.map(({ page, line, language }) => `${page}:${line} "${language}"`)).toEqual([])
  const fences = textPages().map((page) => (readPage(page).match(/^ *```/gm) ?? []).length / 2)
  expect(fences.reduce((sum, count) => sum + count, 0)).toBe(blocks.length)
  expect(blocks.length).toBeGreaterThan(60)
})

describe('TypeScript', () => {
  test('type-checks against the built packages', () => {
    expect(typeProblems(blocksIn('ts', 'tsx'))).toEqual([])
  }, 180_000)

  test('a planted mistake, an unknown package and an unknown export are found', () => {
    const problems = typeProblems([
      ...plant('ts', "import { modal } from './wallet-modal.config'\nmodal.opne()"),
      ...blocksOf(
        'docs/other.md',
        "```ts\nimport { nothing } from '@wallet-modal/kernel'\nimport 'no-such-package'\n```",
      ),
    ])
    expect(problems).toEqual([
      expect.stringMatching(/^docs\/planted\.md:5 Property 'opne' does not exist/),
      expect.stringMatching(/^docs\/other\.md:2 Module '"@wallet-modal\/kernel"' has no exported member 'nothing'/),
      expect.stringContaining('no-such-package'),
    ])
  }, 60_000)
})

describe('JSON', () => {
  test('parses, and each wallet-modal.json matches its schema and the options of its plugins', () => {
    expect(blocksIn('json').flatMap(jsonProblems)).toEqual([])
    expect(blocksIn('json').filter(({ file }) => file === 'wallet-modal.json').length).toBeGreaterThan(1)
  })

  test('planted mistakes are found', () => {
    const named = ' wallet-modal.json'
    const manifest = (plugins: object, more = {}): string =>
      JSON.stringify({ metadata: { name: 'x' }, networks: ['eip155:1'], plugins, ...more })
    expect(plant('json', '{ "a": }').flatMap(jsonProblems)).toHaveLength(1)
    expect(plant('json', manifest({}, { themes: 1 }), named).flatMap(jsonProblems)).toHaveLength(1)
    expect(plant('json', manifest({ '@wallet-modal/swop': {} }), named).flatMap(jsonProblems)).toHaveLength(1)
    expect(
      plant('json', manifest({ '@wallet-modal/connect': { legal: true } }), named).flatMap(jsonProblems),
    ).toHaveLength(1)
    expect(plant('json', manifest({ '@wallet-modal/connect': {} }), named).flatMap(jsonProblems)).toEqual([])
  })
})

describe('shell', () => {
  test('names commands, scripts, packages and flags that exist', () => {
    expect(commandProblems(blocksIn('sh'))).toEqual([])
  })

  test.each([
    'npx create-wallet-modal my-site --yse',
    'npx create-wallet-modal my-site other-site',
    'npx create-wallet-modal my-site --no-socials',
    'npx wallet-modal explode',
    'npx wallet-modal sync --chek',
    'npx wallet-modal-sandbox --prot 1',
    'npm run explode',
    'npm install @wallet-modal/swop',
    'npm install @wallet-modal/kernel@99.0.0',
    'curl https://example.com | sh',
    'npx vitest explode',
  ])('a planted "%s" is found', (command) => {
    expect(commandProblem(command)).toBeTruthy()
  })
})
