import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { documentOf, runBin } from './fixtures/bin.js'
import { createFolder } from './fixtures/folder.js'

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

describe('the template vite-react', () => {
  it('N7 has no type errors; its production build has neither the sandbox nor inline code', {
    timeout: 120_000,
  }, async () => {
    using folder = createFolder('schöne Seiten')
    expect(
      (await runBin(folder.path, ['Süße Seite', '--yes', '--no-install', '--name', `"It's" <b>\${x} {{y}} {z}`]))
        .exitCode,
    ).toBe(0)
    const site = join(folder.path, 'Süße Seite')
    symlinkSync(modules, join(site, 'node_modules'))
    const options = { cwd: site, reject: false, stdin: 'ignore' } as const
    const types = await execa(process.execPath, [join(modules, 'typescript/bin/tsc'), '--noEmit'], options)
    expect(types.stdout).toBe('')
    const build = await execa(process.execPath, [join(modules, 'vite/bin/vite.js'), 'build'], {
      ...options,
      env: { NODE_ENV: 'production' },
    })
    expect(build).toMatchObject({ exitCode: 0 })
    expect(documentOf(await runBin(site, ['doctor', '--json']))).toMatchObject({ ok: true, findings: [] })
    const page = folder.read('Süße Seite/dist/index.html')
    expect(page).toContain('<title>&quot;It&#x27;s&quot; &lt;b&gt;\u0024{x} {{y}} {z}</title>')
    expect(page).not.toMatch(/<style|style=|\son[a-z]+=|<script(?![^>]*\ssrc=)/)
  })

  it('forwards sign-in requests to the sandbox URL of wallet-modal.json', { timeout: 120_000 }, async () => {
    using folder = createFolder()
    await runBin(folder.path, ['site', '--yes', '--no-install'])
    const site = join(folder.path, 'site')
    symlinkSync(modules, join(site, 'node_modules'))
    const print =
      "console.log((await (await import('vite')).resolveConfig({}, 'serve')).server.proxy['/api/siwx'].target)"
    const target = async () =>
      (await execa(process.execPath, ['--input-type=module', '-e', print], { cwd: site, stdin: 'ignore' })).stdout
    const { plugins, ...manifest } = JSON.parse(folder.read('site/wallet-modal.json'))
    const { '@wallet-modal/sandbox': sandbox, ...others } = plugins
    expect(sandbox).toEqual({})

    const moved = { ...others, '@wallet-modal/sandbox': { url: 'http://127.0.0.1:4701' } }
    folder.write('site/wallet-modal.json', { ...manifest, plugins: moved })
    expect(await target()).toBe('http://127.0.0.1:4701')
    folder.write('site/wallet-modal.json', { ...manifest, plugins: others })
    expect(await target()).toBe('http://127.0.0.1:4700')
  })

  it('is reported by doctor if it was built for development', { timeout: 120_000 }, async () => {
    using folder = createFolder()
    await runBin(folder.path, ['site', '--yes', '--no-install'])
    const site = join(folder.path, 'site')
    symlinkSync(modules, join(site, 'node_modules'))
    const env = { NODE_ENV: 'development' }
    await execa(process.execPath, [join(modules, 'vite/bin/vite.js'), 'build'], { cwd: site, stdin: 'ignore', env })
    const ran = await runBin(site, ['doctor', '--json'])
    expect(ran.exitCode).toBe(1)
    expect(documentOf(ran)).toMatchObject({ ok: false, findings: [{ id: 'sandbox-in-production' }] })
  })
})
