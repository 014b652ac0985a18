import { mkdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkNode } from '../doctor/node-version.js'
import { documentOf } from '../fixtures/bin.js'
import type { Folder } from '../fixtures/folder.js'
import { runInside } from '../fixtures/in-process.js'
import { createSite, install, patch } from '../fixtures/site.js'
import { generatedFile } from '../plan/files/generate.js'

const idsOf = async (site: Folder, ...args: string[]): Promise<readonly string[]> =>
  documentOf<{ findings: readonly { id: string }[] }>(
    await runInside(site.path, ['doctor', '--json', ...args]),
  ).findings.map(({ id }) => id)

describe('doctor', () => {
  it('reports nothing for a new site, and changes nothing', async () => {
    using site = await createSite()
    const before = site.snapshot()
    const ran = await runInside(site.path, ['doctor'])
    expect(ran).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringContaining('nothing found') })
    expect(site.snapshot()).toEqual(before)
  })

  it('notes that email login needs a gateway in the built site, without a finding', async () => {
    const notesOf = async (
      ...flags: string[]
    ): Promise<{ readonly ok: boolean; readonly notes: readonly string[] }> => {
      using site = await createSite(...flags)
      return documentOf(await runInside(site.path, ['doctor', '--json']))
    }
    const login = expect.stringMatching(
      /^Without a gateway, the built site does not offer email and social login; in development the sandbox serves them\. /,
    )
    const projectId = expect.stringContaining('WalletConnect project id')
    expect(await notesOf()).toMatchObject({ ok: true, findings: [], notes: [projectId, login] })
    const nowhere = expect.stringMatching(/^Without a gateway, the site does not offer email and social login\. /)
    expect((await notesOf()).notes.at(-1)).toContain('docs/self-hosting.md in the repository of Wallet Modal')
    expect(await notesOf('--email', '--no-sandbox')).toMatchObject({ ok: true, notes: [projectId, nowhere] })
    expect(await notesOf('--gateway', 'https://wallet.shop.example')).toMatchObject({ ok: true, notes: [projectId] })
    expect(await notesOf('--no-email')).toMatchObject({ ok: true, notes: [projectId] })
  })

  it('fails if package.json is not valid JSON', async () => {
    using site = await createSite()
    site.write('package.json', '{ "dependencies": { <<<<<<< HEAD')
    expect(documentOf(await runInside(site.path, ['doctor', '--json']))).toMatchObject({
      ok: false,
      error: { code: 'INVALID_SITE', message: expect.stringContaining('package.json is not valid JSON') },
    })
  })

  it('prints what is wrong, why, and the fix, and exits with 1', async () => {
    using site = await createSite()
    install(site, 'react', { name: 'react', version: '17.0.2' })
    const ran = await runInside(site.path, ['doctor'])
    expect(ran.exitCode).toBe(1)
    expect(ran.stdout).toMatch(
      /✖ "@wallet-modal\/kernel" needs "react" >=18\.2\.0; version 17\.0\.2 is installed\. \[peer-range\]\n {2}Why: .+\n {2}Fix: .+/,
    )
    const document = documentOf(await runInside(site.path, ['doctor', '--json']))
    expect(document).toMatchObject({
      ok: false,
      findings: expect.arrayContaining([
        {
          id: 'peer-range',
          severity: 'error',
          what: expect.any(String),
          why: expect.any(String),
          fix: expect.any(String),
        },
      ]),
    })
  })

  it('N6: prints no install command for peer dependencies with hostile names or ranges', async () => {
    using site = await createSite()
    const peerDependencies = {
      'x; touch pwned': '1.0.0',
      '--registry=https://evil.example': '1.0.0',
      'left-pad': '1.0.0"; touch pwned; "',
      'right-pad': '>=1.0.0 || $(touch pwned)',
      'top-pad': '>=1.0.0 <2',
    }
    patch(site, '@wallet-modal/connect', (json) => Object.assign(json, { peerDependencies }))
    const { findings } = documentOf<{ findings: readonly { id: string; fix: string }[] }>(
      await runInside(site.path, ['doctor', '--json']),
    )
    expect(findings.filter(({ id }) => id === 'peer-broken')).toHaveLength(4)
    expect(findings.flatMap(({ fix }) => fix.match(/npm install .*/) ?? [])).toEqual([
      "npm install 'top-pad@>=1.0.0 <2'",
    ])
  })

  it.each([
    ['peer-missing', (site: Folder) => rmSync(join(site.path, 'node_modules/react-dom'), { recursive: true })],
    ['generated-missing', (site: Folder) => rmSync(join(site.path, generatedFile))],
    ['generated-edited', (site: Folder) => site.write(generatedFile, `${site.read(generatedFile)}// mine`)],
    [
      'generated-stale',
      (site: Folder) => site.write('wallet-modal.json', site.read('wallet-modal.json').replace('Shop', 'Other')),
    ],
    [
      'kernel-mismatch',
      (site: Folder) => patch(site, '@wallet-modal/kernel', (json) => Object.assign(json, { version: '0.9.0' })),
    ],
    [
      'not-installed',
      (site: Folder) => rmSync(join(site.path, 'node_modules/@wallet-modal/account'), { recursive: true }),
    ],
    [
      'invalid-manifest',
      (site: Folder) =>
        patch(site, '@wallet-modal/account', (json) => Object.assign(json.walletModal, { export: 'a b' })),
    ],
    [
      'sandbox-in-production',
      (site: Folder) => site.write('dist/assets/index-x.js', 'a("wallet-modal-sandbox-runtime")'),
    ],
  ])('reports %s', async (id, spoil) => {
    using site = await createSite()
    spoil(site)
    expect(await idsOf(site)).toContain(id)
  })

  it('names the command of the site’s package manager that installs a missing peer dependency', async () => {
    using site = await createSite()
    rmSync(join(site.path, 'node_modules/react-dom'), { recursive: true })
    rmSync(join(site.path, 'package-lock.json'), { force: true })
    site.write('pnpm-lock.yaml', '')
    const { findings } = documentOf<{ findings: readonly { id: string; fix: string }[] }>(
      await runInside(site.path, ['doctor', '--json']),
    )
    expect(findings.find(({ id }) => id === 'peer-missing')?.fix).toMatch(/^Install it: pnpm add 'react-dom@/)
  })

  it('does not report a missing optional peer dependency', async () => {
    using site = await createSite()
    patch(site, '@wallet-modal/account', (json) =>
      Object.assign(json, {
        peerDependencies: { ...json.peerDependencies, 'not-there': '1' },
        peerDependenciesMeta: { 'not-there': { optional: true } },
      }),
    )
    expect(await idsOf(site)).toEqual([])
  })

  it.each([
    [
      'nested below a plugin',
      (site: Folder) =>
        install(site, '@wallet-modal/connect/node_modules/@wallet-modal/kernel', {
          name: '@wallet-modal/kernel',
          version: '0.1.0',
        }),
    ],
    [
      'in the store of pnpm',
      (site: Folder) =>
        install(site, '.pnpm/kernel@0.1.1/node_modules/@wallet-modal/kernel', {
          name: '@wallet-modal/kernel',
          version: '0.1.1',
        }),
    ],
    [
      'below a linked plugin',
      (site: Folder) => {
        site.write('../linked/package.json', { name: 'linked', version: '1.0.0' })
        site.write('../linked/node_modules/@wallet-modal/kernel/package.json', {
          name: '@wallet-modal/kernel',
          version: '0.1.0',
        })
        symlinkSync(join(site.path, '../linked'), join(site.path, 'node_modules/linked'))
      },
    ],
  ])('reports a second kernel %s', async (_, spoil) => {
    using site = await createSite()
    spoil(site)
    expect(await idsOf(site)).toEqual(['duplicate-kernel'])
  })

  it('counts a kernel with several links once, and handles circular links', async () => {
    using site = await createSite()
    mkdirSync(join(site.path, 'node_modules/loop/node_modules'), { recursive: true })
    symlinkSync(join(site.path, 'node_modules/loop'), join(site.path, 'node_modules/loop/node_modules/loop'))
    symlinkSync(
      join(site.path, 'node_modules/@wallet-modal'),
      join(site.path, 'node_modules/loop/node_modules/@wallet-modal'),
    )
    symlinkSync('nowhere', join(site.path, 'node_modules/dangling'))
    expect(await idsOf(site)).toEqual([])
  })

  it('searches the folder of --build, and fails if it does not exist', async () => {
    using site = await createSite()
    site.write('out/deep/page.html', '<script>"wallet-modal-sandbox-runtime"</script>')
    site.write('out/picture.png', 'wallet-modal-sandbox-runtime')
    expect(await idsOf(site)).toEqual([])
    expect(await idsOf(site, '--build', 'out')).toEqual(['sandbox-in-production'])
    expect(await runInside(site.path, ['doctor', '--build', 'nowhere'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('does not exist'),
    })
  })

  it('searches only the beginning of a file of more than 64 MiB in the build', async () => {
    using site = await createSite()
    const bytes = 65 << 20
    truncateSync(site.write('out/large.js', 'export {}'), bytes)
    expect(await idsOf(site, '--build', 'out')).toEqual([])
    truncateSync(site.write('out/large.js', '"wallet-modal-sandbox-runtime"'), bytes)
    expect(await idsOf(site, '--build', 'out')).toEqual(['sandbox-in-production'])
  })

  it.each([
    ['18.20.0', 1],
    ['20.18.3', 1],
    ['20.19.0', 0],
    ['24.1.0', 0],
  ])('Node.js %s has %d findings', async (nodeVersion, count) => {
    const context = {
      folder: '',
      site: { metadata: { name: 'x' }, networks: [], plugins: {} },
      plugins: [],
      known: [],
      nodeVersion,
      env: {},
      build: undefined,
      pageHeaders: undefined,
      online: false,
      signal: new AbortController().signal,
    }
    expect(await checkNode(context)).toHaveLength(count)
  })
})
