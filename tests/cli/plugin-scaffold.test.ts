import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startRegistry } from '../registry/registry.mjs'
import { must } from '../setup/steps.mjs'

type Registry = Awaited<ReturnType<typeof startRegistry>>

const home = mkdtempSync(join(tmpdir(), 'wallet-modal-plugin-'))
const kinds = ['feature', 'namespace', 'provider'] as const
let registry: Registry

const npx = (flags: readonly string[]): Promise<string> =>
  must('Making a plugin', 'npm', ['exec', '--yes', 'create-wallet-modal@latest', '--', 'plugin', ...flags], {
    cwd: home,
    env: registry.env,
  })

/** One installation serves all kinds: they are made of the same packages. */
beforeAll(async () => {
  registry = await startRegistry()
  await registry.publishWorkspace()
  await npx(['beacon', '--kind', 'feature', '--dir', 'feature', '--yes', '--pm', 'npm'])
  for (const kind of kinds.slice(1)) {
    await npx(['beacon', '--kind', kind, '--dir', kind, '--scope', '@acme', '--yes', '--no-install', '--pm', 'npm'])
    symlinkSync(join(home, 'feature/node_modules'), join(home, kind, 'node_modules'))
  }
}, 300_000)
afterAll(async () => {
  await registry?.stop()
  rmSync(home, { recursive: true, force: true })
})

describe.each(kinds)('a plugin of the kind %s, made and installed from a registry', (kind) => {
  const run = (script: string): Promise<string> =>
    must(`${kind}: npm run ${script}`, 'npm', ['run', script], { cwd: join(home, kind), env: registry.env })

  it('has the packages of the same versions as the one that was installed', () => {
    const of = (one: string): unknown =>
      JSON.parse(readFileSync(join(home, one, 'package.json'), 'utf8')).devDependencies
    expect(of(kind)).toEqual(of('feature'))
  })

  it('type-checks and lints clean', async () => {
    await run('typecheck')
    expect(await run('lint')).toContain('No fixes applied')
  })

  it("passes its own tests and the conformance kit's, with nothing of this repository around it", async () => {
    const output = await run('test')
    expect(output).toMatch(/Tests.*passed/)
    expect(output).not.toMatch(/\d+ (failed|skipped)/)
  })

  it('O7: builds, has a playground that builds, and packs only what it publishes', async () => {
    await run('build')
    await run('playground')
    const cwd = join(home, kind)
    const output = await must('npm pack', 'npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd,
      env: { ...registry.env, npm_config_loglevel: 'silent' },
    })
    const [{ name, files }]: [{ name: string; files: { path: string }[] }] = JSON.parse(output)
    expect(name).toBe(kind === 'feature' ? 'wallet-modal-plugin-beacon' : '@acme/wallet-modal-plugin-beacon')
    const paths = files.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.d.ts', 'dist/index.js']))
    const others = paths.filter((path) => !/^(dist\/[\w/-]+\.(js|d\.ts)|LICENSE|README\.md|package\.json)$/.test(path))
    expect(others).toEqual(kind === 'namespace' ? ['networks.json'] : [])
    expect(paths.filter((path) => /test|playground|fake/.test(path))).toEqual([])
  })
})
