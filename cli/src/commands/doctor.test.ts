import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
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
  it('finds nothing in a new site, and changes nothing', async () => {
    using site = await createSite()
    const before = site.snapshot()
    const ran = await runInside(site.path, ['doctor'])
    expect(ran).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringContaining('nothing found') })
    expect(site.snapshot()).toEqual(before)
  })

  it('says what email login needs in the built site, as a note and not as a finding', async () => {
    const notesOf = async (
      ...flags: string[]
    ): Promise<{ readonly ok: boolean; readonly notes: readonly string[] }> => {
      using site = await createSite(...flags)
      return documentOf(await runInside(site.path, ['doctor', '--json']))
    }
    const login = expect.stringMatching(/^Without a gateway, the built site does not offer email and social login/)
    const projectId = expect.stringContaining('WalletConnect project id')
    expect(await notesOf()).toMatchObject({ ok: true, findings: [], notes: [projectId, login] })
    expect(await notesOf('--gateway', 'https://wallet.shop.example')).toMatchObject({ ok: true, notes: [projectId] })
    expect(await notesOf('--no-email')).toMatchObject({ ok: true, notes: [projectId] })
  })

  it('does not call a site healthy whose package.json cannot be read', async () => {
    using site = await createSite()
    site.write('package.json', '{ "dependencies": { <<<<<<< HEAD')
    expect(documentOf(await runInside(site.path, ['doctor', '--json']))).toMatchObject({
      ok: false,
      error: { code: 'INVALID_SITE', message: expect.stringContaining('package.json is not valid JSON') },
    })
  })

  it('says what, why and how to put it right, and exits with 1', async () => {
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

  it('N6: prints no command that a package wrote: whoever pastes one runs it', async () => {
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
  ])('finds %s', async (id, spoil) => {
    using site = await createSite()
    spoil(site)
    expect(await idsOf(site)).toContain(id)
  })

  it('does not mind a peer that is optional', async () => {
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
  ])('finds a second kernel %s', async (_, spoil) => {
    using site = await createSite()
    spoil(site)
    expect(await idsOf(site)).toEqual(['duplicate-kernel'])
  })

  it('counts one kernel once, however many links lead to it, and survives links in a circle', async () => {
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

  it('looks into the build that --build names, and says so when there is none', async () => {
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

  it.each([
    ['18.20.0', 1],
    ['20.18.3', 1],
    ['20.19.0', 0],
    ['24.1.0', 0],
  ])('judges Node.js %s', async (nodeVersion, count) => {
    const patient = {
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
    expect(await checkNode(patient)).toHaveLength(count)
  })
})
