import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadFirstParty, templateIds } from '../assets.js'
import { createFolder } from '../fixtures/folder.js'
import { runInside } from '../fixtures/in-process.js'
import { isAvailable } from '../plan/arguments/flags.js'
import { createCommand } from '../plan/changes/create-command.js'
import { resolveSite } from '../plan/packages/resolve.js'
import { features } from '../plan/plugins/features.js'
import { defaultNetworks, newSite, type SiteChoices } from '../plan/site/new-site.js'
import { toSiteManifestText } from '../plan/site/site-manifest.js'
import { toLine } from '../ui/create-report.js'

const release = await loadFirstParty()
const templates = await templateIds()

/** Words into which bash splits a line. */
const shell = (line: string): readonly string[] =>
  execFileSync('bash', ['--norc', '-c', `printf '%s\\0' ${line}`], { env: { LC_ALL: 'C.UTF-8' }, encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)

const plain: SiteChoices = { title: 'site', networks: defaultNetworks, sandbox: true, features: {} }
const commandOf = (choices: SiteChoices, folder = 'site'): readonly string[] =>
  createCommand({
    ...{ folder, folderName: basename(folder), choices, template: undefined },
    ...{ packageManager: 'npm', release: release },
  })

const title = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 40 })
  .map((text) => text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '').trim())
  .filter((text) => text !== '')
const hostile = fc.constantFrom(
  "it's; touch pwned",
  '$(touch pwned)',
  '`touch pwned`',
  '"; touch pwned; "',
  '-rf',
  '--yes',
  '\\',
  "\\'",
  '!!',
  '*',
  '~',
  '$HOME',
  'a\u200db',
  "\u202e$(touch pwned)\\u0041'",
  '👩‍💻 shop',
)
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined })
const ids = fc
  .uniqueArray(fc.constantFrom('abc', 'x-1', "o'hara", '$(x)', '-a'), { minLength: 1 })
  .map((all) => all.join(','))
const available = features.filter((feature) => isAvailable(feature, release))
const featureValues = fc.record(
  Object.fromEntries(
    available.map(({ name, kind, choices = [] }) => {
      const text =
        kind === 'choice'
          ? fc.constantFrom(...choices)
          : kind === 'url'
            ? fc.constantFrom('https://a.example/?q=1&b=$x', 'http://b.example/#')
            : ids
      const value =
        kind === 'listed' || kind === 'switch'
          ? fc.boolean()
          : kind === 'choice'
            ? fc.oneof(text, fc.constant(false))
            : text
      return [name, optional<string | boolean>(value)]
    }),
  ),
)
const choices: fc.Arbitrary<SiteChoices> = fc.record({
  title: fc.oneof(title, hostile),
  projectId: optional(fc.constantFrom('9f86d081884c7d659a2feaa0c55ad015', 'env:VITE_ID', '-x')),
  networks: fc.uniqueArray(fc.constantFrom('eip155:1', 'eip155:8453', 'eip155:10'), { minLength: 1 }),
  plugins: optional(
    fc.constantFrom(['connect', 'account', 'eip155'], ['@wallet-modal/eip155', 'connect', 'walletconnect']),
  ),
  sandbox: fc.boolean(),
  theme: optional(fc.constantFrom('auto', 'light', 'dark')),
  locale: optional(fc.constantFrom('en', 'pt-BR')),
  features: featureValues,
})

/** Whether `create` accepts these choices. It refuses others before it prints a command. */
const isPossible = (given: SiteChoices): boolean => {
  try {
    resolveSite(newSite(given, release), { plugins: release.plugins })
    return true
  } catch {
    return false
  }
}

describe('the printed command that creates the same project again', () => {
  it('has no flag for a choice that is the default', () => {
    expect(commandOf(plain)).toEqual(['npx', `create-wallet-modal@${release.version}`, 'create', 'site', '--yes'])
    expect(
      commandOf({ ...plain, features: { legalCheckbox: undefined }, plugins: undefined, title: 'site' }),
    ).toHaveLength(5)
  })

  it('has a flag for each choice that is not the default, and no other flags', () => {
    const given: SiteChoices = {
      ...plain,
      title: "O'Hara & Sons",
      networks: ['eip155:10'],
      plugins: ['connect', 'eip155'],
      sandbox: false,
      theme: 'dark',
      features: { legalCheckbox: true, termsUrl: 'https://a.example', allWallets: false },
    }
    expect(toLine(commandOf(given).slice(4))).toBe(
      "--yes --name 'O'\\''Hara & Sons' --networks eip155:10 --plugins connect,eip155 --no-sandbox --theme dark " +
        '--no-all-wallets --legal-checkbox --terms-url https://a.example',
    )
  })

  it('omits --plugins if the list equals the default list', () => {
    const all = Object.keys(newSite(plain, release).plugins)
    expect(commandOf({ ...plain, plugins: all })).toHaveLength(5)
  })

  it('N6: creates the same wallet-modal.json for random choices when a real shell parses the command', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(choices.filter(isPossible), async (given) => {
        using work = createFolder('work')
        const words = commandOf(given)
        const typed = shell(toLine(words))
        expect(typed).toEqual(words)
        const ran = await runInside(work.path, [...typed.slice(2), '--no-install'])
        expect(ran).toMatchObject({ exitCode: 0, stderr: '' })
        expect(work.read('site/wallet-modal.json')).toBe(toSiteManifestText(newSite(given, release)))
        expect(Object.keys(work.snapshot()).some((path) => path.includes('pwned'))).toBe(false)
      }),
      { numRuns: 40 },
    )
  })

  it.each(templates)('N6: creates every file of a %s site again, byte for byte', async (template) => {
    using one = createFolder('one')
    using two = createFolder('two')
    const args = [
      ...['create', "ann's shop", '--template', template, '--yes', '--no-install', '--json', '--pm', 'pnpm'],
      ...['--name', 'Ann & Söhne', '--networks', 'eip155:10,eip155:8453', '--plugins', 'connect,account,eip155,send'],
      ...['--theme', 'dark', '--locale', 'de', '--no-all-wallets', '--no-sandbox'],
    ]
    const first = await runInside(one.path, args)
    expect(first).toMatchObject({ exitCode: 0, stderr: '' })
    const again: readonly string[] = JSON.parse(first.stdout).again
    const second = await runInside(two.path, [...shell(toLine(again)).slice(2), '--no-install', '--json'])
    expect(second).toMatchObject({ exitCode: 0, stderr: '' })
    expect(two.snapshot()).toEqual(one.snapshot())
    expect(Object.keys(one.snapshot())).toContain("ann's shop/package.json")
  })

  it('is printed by create, as text and with --json', async () => {
    using work = createFolder('work')
    const args = ['create', "ann's shop", '--yes', '--theme', 'dark']
    const shown = await runInside(work.path, [...args, '--dry-run'])
    expect(shown.stdout).toContain(
      `  npx create-wallet-modal@${release.version} create 'ann'\\''s shop' --yes --theme dark\n`,
    )
    const { again } = JSON.parse((await runInside(work.path, [...args, '--dry-run', '--json'])).stdout)
    expect(again).toEqual([
      'npx',
      `create-wallet-modal@${release.version}`,
      'create',
      "ann's shop",
      '--yes',
      '--theme',
      'dark',
    ])
    const made = await runInside(work.path, [...args, '--no-install', '--pm', 'pnpm'])
    expect(made.stdout).toContain('--yes --pm pnpm --theme dark')
  })
})
