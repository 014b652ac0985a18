import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { readLayout } from '../apply/site/site-layout.js'
import { documentOf, type RunResult, runBin } from '../fixtures/bin.js'
import { createFolder, type Folder } from '../fixtures/folder.js'
import { runInside } from '../fixtures/in-process.js'
import { fakeInstall } from '../fixtures/install.js'

vi.setConfig({ testTimeout: 30_000 })

const vue = { name: 'shop', dependencies: { vue: '3.5.0' }, devDependencies: { vite: '8.0.0' } }

interface InitDocument {
  readonly site: { readonly framework: string; readonly notes: readonly string[] }
  readonly packageManager: string
  readonly files: readonly { readonly path: string; readonly change: string }[]
  readonly packages: readonly { readonly name: string; readonly version: string }[]
  readonly mount: readonly { readonly file: string; readonly code: string }[]
}

function vueSite(): Folder {
  const site = createFolder('work/site')
  site.write('package.json', `${JSON.stringify(vue, null, 2)}\n`)
  site.write('src/main.js', '')
  return site
}

const init = (site: Folder, ...flags: readonly string[]): Promise<RunResult> =>
  runBin(site.path, ['init', '--yes', '--json', '--no-install', ...flags])

describe('init', () => {
  it('adds the modal to a JavaScript site without React, and edits only package.json', async () => {
    using site = vueSite()
    const before = site.snapshot()
    const ran = await init(site, '--no-sandbox', '--networks', 'eip155:1')
    const { site: found, files, packages, mount } = documentOf<InitDocument>(ran)
    expect(found).toMatchObject({ framework: 'vue', notes: [] })
    expect(files.map(({ path, change }) => ({ path, change }))).toEqual([
      { path: 'package.json', change: 'update' },
      { path: 'wallet-modal.json', change: 'create' },
      { path: 'src/wallet-modal.generated.d.ts', change: 'create' },
      { path: 'src/wallet-modal.generated.js', change: 'create' },
      { path: 'src/wallet-modal.config.js', change: 'create' },
    ])
    expect(packages).toContainEqual(expect.objectContaining({ name: 'react', version: 'npm:@preact/compat@18.3.2' }))
    expect(mount.map(({ file }) => file)).toEqual(['src/main.js', 'src/App.vue'])
    const after = site.snapshot()
    expect(Object.keys(after).filter((path) => !(path in before))).toHaveLength(4)
    expect(Object.keys(before).filter((path) => after[path] !== before[path])).toEqual(['package.json'])
    expect(JSON.parse(site.read('package.json'))).toMatchObject(vue)
    expect(JSON.parse(site.read('wallet-modal.json'))).toMatchObject({ metadata: { name: 'shop' } })
  })

  it('names the wagmi connector to a site that uses wagmi, and only to such a site', async () => {
    using site = vueSite()
    const nextOf = async (...flags: readonly string[]): Promise<string> =>
      documentOf<{ readonly next: readonly string[] }>(await init(site, '--dry-run', ...flags)).next.join('\n')
    expect(await nextOf()).not.toContain('wagmi')
    site.write(
      'package.json',
      JSON.stringify({ ...vue, dependencies: { ...vue.dependencies, '@wagmi/core': '2.0.0' } }),
    )
    expect(await nextOf()).toContain('`walletModal(modal)` of @wallet-modal/eip155/wagmi')
  })

  it('shows its plan with --dry-run without a terminal and without --yes, and writes nothing', async () => {
    using site = vueSite()
    const before = site.snapshot()
    expect(documentOf(await runInside(site.path, ['init', '--dry-run', '--json']))).toMatchObject({
      ...{ ok: true, command: 'init', dryRun: true },
      packages: expect.arrayContaining([expect.objectContaining({ name: '@wallet-modal/eip155' })]),
    })
    const shown = await runInside(site.path, ['init', '--dry-run'])
    expect(shown).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringContaining('Nothing was written.') })
    expect(site.snapshot()).toEqual(before)
  })

  it('runs if `create` is called inside a site without a folder name, and refuses the flags of new sites', async () => {
    using site = vueSite()
    const ran = await runBin(site.path, ['--yes', '--json', '--dry-run', '--no-sandbox', '--networks', 'eip155:1'])
    expect(documentOf(ran)).toMatchObject({ command: 'init', dryRun: true })
    using page = createFolder('work/page')
    page.write('index.html', '<p>')
    expect(documentOf(await runBin(page.path, ['create', '--yes', '--json', '--dry-run']))).toMatchObject({
      command: 'init',
    })
    expect(page.snapshot()).toEqual({ 'index.html': '<p>' })
    const template = await runBin(page.path, ['--yes', '--json', '--template', 'vite-react'])
    expect(documentOf(template)).toMatchObject({ error: { code: 'USAGE' } })
    const from = await runBin(page.path, ['create', '--yes', '--json', '--from', 'nowhere.json'])
    expect(documentOf(from)).toMatchObject({ error: { code: 'USAGE', message: expect.stringContaining('--from') } })
    const framework = await runBin(page.path, ['new', '--yes', '--json', '--framework', 'vue'])
    expect(documentOf(framework)).toMatchObject({ error: { code: 'USAGE' } })
    expect(page.snapshot()).toEqual({ 'index.html': '<p>' })
  })

  it('changes nothing with --dry-run or if the installation fails', async () => {
    using site = vueSite()
    const before = site.snapshot()
    expect((await init(site, '--dry-run')).exitCode).toBe(0)
    expect(site.snapshot()).toEqual(before)
    using tools = createFolder('tools')
    const { env } = fakeInstall(tools, 'fail')
    const ran = await runBin(site.path, ['init', '--yes', '--json', '--no-sandbox'], { env })
    expect(ran.exitCode).toBe(4)
    expect(site.snapshot()).toEqual(before)
  })

  it('refuses an environment variable for the project id that the bundler does not pass to pages', async () => {
    using site = createFolder('work/site')
    site.write('package.json', { dependencies: { next: '16.0.0', react: '19.0.0' } })
    const before = site.snapshot()
    expect(documentOf(await init(site, '--project-id', 'env:WC_ID'))).toMatchObject({
      error: { code: 'INVALID_OPTION', advice: expect.stringContaining('"env:NEXT_PUBLIC_WC_ID"') },
    })
    expect(site.snapshot()).toEqual(before)
    site.write('next.config.js', 'module.exports = { env: { WC_ID: process.env.WC_ID } }')
    expect((await init(site, '--project-id', 'env:WC_ID')).exitCode).toBe(0)
  })

  it('refuses a site that has a modal, a folder without a site, and an unknown framework', async () => {
    using site = vueSite()
    await init(site)
    const before = site.snapshot()
    const again = await init(site)
    expect([again.exitCode, documentOf(again)]).toMatchObject([3, { error: { code: 'SITE_EXISTS' } }])
    expect(site.snapshot()).toEqual(before)
    using empty = createFolder('empty')
    expect(documentOf(await init(empty))).toMatchObject({ error: { code: 'UNKNOWN_SITE' } })
    expect(empty.snapshot()).toEqual({})
    expect(documentOf(await init(site, '--framework', 'veu'))).toMatchObject({
      error: { code: 'INVALID_OPTION', advice: expect.stringContaining('vue') },
    })
  })

  it('refuses a site with a file of its own at the path of a generated file, and says that this tool did not write it', async () => {
    using site = vueSite()
    site.write('src/wallet-modal.generated.js', '// mine')
    const before = site.snapshot()
    const { error } = documentOf<{ readonly error: object }>(await init(site))
    expect(error).toEqual({
      code: 'GENERATED_EDITED',
      message: 'src/wallet-modal.generated.js exists already, and this tool did not write it.',
      advice: 'Rename your file. Nothing was changed.',
    })
    expect(site.snapshot()).toEqual(before)
  })

  it('adds neither React nor Preact to a site that has React', async () => {
    using site = createFolder('work/site')
    site.write('package.json', {
      dependencies: { react: '^18.2.0', 'react-dom': '^18.2.0' },
      devDependencies: { vite: '5' },
    })
    site.write('tsconfig.json', '{}')
    const { packages, files } = documentOf<InitDocument>(await init(site, '--no-sandbox'))
    expect(packages.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['react']))
    expect(packages.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['preact']))
    expect(files.map(({ path }) => path)).toContain('wallet-modal.config.ts')
  })

  it('is undone by remove --all, which uninstalls packages before it deletes a new package.json', async () => {
    using page = createFolder('work/page')
    page.write('index.html', '<p>')
    const before = page.snapshot()
    await init(page, '--no-sandbox', '--networks', 'eip155:1')
    expect(JSON.parse(page.read('package.json')).devDependencies).toHaveProperty('esbuild')
    using tools = createFolder('tools')
    const { env: tool, log } = fakeInstall(tools, 'ok')
    const env = { ...tool, FAKE_LOCK: '1' }
    const ran = await runBin(page.path, ['remove', '--all', '--yes', '--json'], { env })
    expect([ran.exitCode, ran.stderr]).toEqual([0, ''])
    expect(log().files).toContain('package.json')
    expect(page.snapshot()).toEqual(before)
  })

  it('stores the framework, so that later commands do not take a site with esbuild for plain HTML', async () => {
    using site = createFolder('work/site')
    using tools = createFolder('tools')
    const { env } = fakeInstall(tools, 'ok')
    site.write('package.json', { name: 'shop', devDependencies: { esbuild: '0.28.2' } })
    site.write('index.html', '<script type="module" src="bundle.js"></script>')
    site.write('src/main.ts', '')
    site.write('tsconfig.json', '{}')
    const before = site.snapshot()
    const run = (...args: readonly string[]): Promise<RunResult> => runBin(site.path, [...args, '--json'], { env })
    const flags = ['--yes', '--no-sandbox', '--networks', 'eip155:1']
    expect(documentOf(await run('init', ...flags))).toMatchObject({ site: { framework: 'vanilla' } })
    expect(JSON.parse(site.read('wallet-modal.json'))).toMatchObject({ framework: 'vanilla' })
    expect(documentOf(await run('add', 'devtools', '--yes'))).toMatchObject({ ok: true })
    expect(documentOf(await run('remove', 'devtools', '--yes'))).toMatchObject({ ok: true })
    expect(documentOf(await run('sync', '--check'))).toMatchObject({ ok: true, state: 'current' })
    expect(documentOf(await run('sync'))).toMatchObject({ ok: true, written: false })
    const { findings } = documentOf<{ readonly findings: readonly { readonly id: string }[] }>(await run('doctor'))
    expect(findings.map(({ id }) => id).filter((id) => id.startsWith('generated'))).toEqual([])
    expect(Object.keys(site.snapshot()).filter((path) => /^\.?wallet-modal(?:-|\/)/.test(path))).toEqual([])
    expect(site.read('src/wallet-modal.config.ts')).toContain('defineElements')
    expect(documentOf(await run('remove', '--all', '--yes'))).toMatchObject({ ok: true })
    rmSync(join(site.path, 'node_modules'), { recursive: true })
    expect(site.snapshot()).toEqual(before)
  })

  it('writes to the folder of --src, which later commands find, and refuses an invalid folder', async () => {
    using site = createFolder('work/site')
    site.write('package.json', { name: 'shop', dependencies: { react: '^18.2.0' }, devDependencies: { vite: '7' } })
    site.write('index.html', '<p>')
    site.write('web/client/main.js', '')
    for (const src of ['web/nowhere', '../site', '/etc', 'web/client/main.js'])
      expect(documentOf(await init(site, '--src', src))).toMatchObject({ error: { code: 'INVALID_OPTION' } })
    await init(site, '--src', './web/client/', '--no-sandbox', '--networks', 'eip155:1')
    expect(JSON.parse(site.read('wallet-modal.json'))).toMatchObject({ sourceFolder: 'web/client' })
    expect(site.read('web/client/wallet-modal.generated.js')).toContain('eip155')
    expect((await readLayout(site.path)).generatedFile).toBe('web/client/wallet-modal.generated.js')
  })

  it.each([
    ['.', '.', 'wallet-modal.generated.js'],
    ['./', '.', 'wallet-modal.generated.js'],
    ['.\\web\\client\\', 'web/client', 'web/client/wallet-modal.generated.js'],
  ])('accepts --src %s', async (typed, stored, generatedFile) => {
    using site = createFolder('work/site')
    site.write('package.json', { name: 'shop', dependencies: { react: '^18.2.0' }, devDependencies: { vite: '7' } })
    site.write('web/client/main.js', '')
    site.write('src/main.js', '')
    expect((await init(site, '--src', typed, '--no-sandbox', '--networks', 'eip155:1')).exitCode).toBe(0)
    expect(JSON.parse(site.read('wallet-modal.json'))).toMatchObject({ sourceFolder: stored })
    expect((await readLayout(site.path)).generatedFile).toBe(generatedFile)
  })

  it('stores --framework for later commands, which detect the framework if none is stored', async () => {
    using site = createFolder('work/site')
    site.write('package.json', { name: 'shop', dependencies: { react: '^18.2.0' }, devDependencies: { esbuild: '1' } })
    site.write('index.html', '<p>')
    await init(site, '--framework', 'html', '--no-sandbox', '--networks', 'eip155:1')
    const { framework, ...rest } = JSON.parse(site.read('wallet-modal.json'))
    expect([framework, (await readLayout(site.path)).framework]).toEqual(['html', 'html'])
    site.write('wallet-modal.json', rest)
    expect((await readLayout(site.path)).framework).toBe('react')
    site.write('wallet-modal.json', { ...rest, framework: 'veu' })
    expect(documentOf(await runBin(site.path, ['sync', '--json']))).toMatchObject({
      error: { code: 'INVALID_SITE', message: expect.stringContaining('"framework"') },
    })
  })

  it.each([
    ['is empty', ''],
    ['is not an object', '[]'],
    ['is larger than the size limit', ' '.repeat((1 << 20) + 1)],
  ])('ignores a package.json in the parent folder that %s', async (_, text) => {
    using site = vueSite()
    site.write('../package.json', text)
    expect(documentOf(await init(site, '--networks', 'eip155:1'))).toMatchObject({ site: { framework: 'vue' } })
    expect((await readLayout(site.path)).framework).toBe('vue')
  })

  it('notes that there are two lockfiles, and uses the package manager of --pm', async () => {
    using site = vueSite()
    site.write('yarn.lock', '')
    site.write('pnpm-lock.yaml', '')
    const { site: found, packageManager } = documentOf<InitDocument>(await init(site, '--pm', 'pnpm', '--dry-run'))
    expect(found.notes).toEqual([expect.stringContaining('more than one package manager')])
    expect(packageManager).toBe('pnpm')
  })

  it('N1 writes nothing through a source folder that is a symbolic link out of the site', async () => {
    using site = createFolder('work/site')
    using other = createFolder('other')
    site.write('package.json', vue)
    symlinkSync(other.path, join(site.path, 'src'))
    const before = site.snapshot()
    const ran = await init(site)
    expect(ran.exitCode).not.toBe(0)
    expect([site.snapshot(), other.snapshot()]).toEqual([before, {}])
  })

  it('N6 prints the name in package.json without control characters', async () => {
    using site = createFolder('work/site')
    site.write('package.json', { ...vue, name: 'a\u001b[31mb\u202ec' })
    const { stdout, stderr } = await runBin(site.path, ['init', '--yes', '--no-install', '--dry-run'])
    for (const character of ['\u001b', '\u202e']) expect(stdout + stderr).not.toContain(character)
    expect(stderr).toContain('31mb')
  })
})
