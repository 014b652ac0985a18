import { describe, expect, it } from 'vitest'
import { createFolder, type Folder } from '../fixtures/folder.js'
import { installPrograms } from '../fixtures/programs.js'
import { createSite } from '../fixtures/site.js'
import { sandboxOrigin, sandboxProgram, siteProgram } from './programs.js'

/** Creates a site with installed packages. Each package contains a program that has the package's name. */
function site(names: readonly string[], files: Readonly<Record<string, string>> = {}): Folder {
  const folder = createFolder('site')
  folder.write('package.json', { dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])) })
  for (const [path, text] of Object.entries(files)) folder.write(path, text)
  for (const name of names) {
    folder.write(`node_modules/${name}/package.json`, { name, version: '1.0.0', bin: { [name]: 'bin.js' } })
    folder.write(`node_modules/${name}/bin.js`, '#!/usr/bin/env node\n')
  }
  return folder
}

const defaultAddress = { host: undefined, port: undefined }
const noSandbox = async () => undefined

describe('siteProgram', () => {
  it.each([
    [['next', 'react'], ['dev', '--hostname', '127.0.0.1', '--port', '3000'], 3000],
    [['nuxt', 'vue'], ['dev', '--host', '127.0.0.1', '--port', '3000'], 3000],
    [['astro', 'vite'], ['dev', '--host', '127.0.0.1', '--port', '4321'], 4321],
    [['vue', 'vite'], ['--host', '127.0.0.1', '--port', '5173', '--strictPort', '--clearScreen', 'false'], 5173],
  ])('for a site that lists %j, starts its dev server with the arguments %j', async (names, args, port) => {
    using folder = site(names)
    const program = await siteProgram(folder.path, defaultAddress, noSandbox)
    expect(program).toMatchObject({ name: 'site', file: process.execPath, port, url: `http://127.0.0.1:${port}` })
    expect(program.args.slice(1)).toEqual(args)
    expect(program.args[0]).toContain('bin.js')
  })

  it.each([
    [
      'vite',
      'vite.config.ts',
      'export default defineConfig({ server: { proxy: { "/api": { port: 1 } }, port: 3100 } })',
      3100,
    ],
    ['vite', 'vite.config.js', 'export default { preview: { port: 4000 }, server: { open: true } }', 5173],
    ['vite', 'vite.config.js', 'export default { server: { // port: 3000\n port: Number(process.env.PORT) } }', 5173],
    ['astro', 'astro.config.mjs', 'export default defineConfig({ server: { port: 3200 } })', 3200],
    ['nuxt', 'nuxt.config.ts', 'export default defineNuxtConfig({ devServer: { port: 3300 } })', 3300],
  ])('for %s with %s %j, uses port %i', async (name, file, config, port) => {
    using folder = site([name], { [file]: config })
    expect(await siteProgram(folder.path, defaultAddress, noSandbox)).toMatchObject({
      port,
      url: `http://127.0.0.1:${port}`,
    })
  })

  it('prefers the port of the flag to that of the script, and the script to the configuration', async () => {
    using folder = site(['vite'], { 'vite.config.js': 'export default { server: { port: 3000 } }' })
    folder.write('package.json', { devDependencies: { vite: '1.0.0' }, scripts: { dev: 'vite --port 3001 --host' } })
    expect(await siteProgram(folder.path, defaultAddress, noSandbox)).toMatchObject({ port: 3001, host: '0.0.0.0' })
    expect(await siteProgram(folder.path, { host: '::1', port: 3002 }, noSandbox)).toMatchObject({
      port: 3002,
      host: '::1',
    })
  })

  it('uses the given host and port, and appends the base path to the URL', async () => {
    using folder = site(['vite'], { 'vite.config.js': "export default { base: '/shop/' }" })
    const program = await siteProgram(folder.path, { host: '0.0.0.0', port: 8080 }, noSandbox)
    expect(program).toMatchObject({ host: '0.0.0.0', port: 8080, url: 'http://127.0.0.1:8080/shop/' })
  })

  it('for a plain HTML site, starts the server of esbuild on another port, which builds the config file for development', async () => {
    using folder = site(['esbuild', 'create-wallet-modal'], {
      'index.html': '<p>',
      'wallet-modal.config.js': '',
      'wallet-modal.json': JSON.stringify({ metadata: { name: 'x' }, networks: ['eip155:1'], plugins: {} }),
    })
    const { args, url, port } = await siteProgram(folder.path, defaultAddress, noSandbox)
    expect(url).toBe('http://127.0.0.1:8000')
    expect(args).toEqual(
      expect.arrayContaining([
        'index=./wallet-modal.config.js',
        '--conditions=development',
        '--servedir=.',
        expect.stringMatching(/^--serve=127\.0\.0\.1:\d+$/),
      ]),
    )
    expect(args).not.toContain('--minify')
    expect([port, args.includes(`--serve=127.0.0.1:${port}`)]).toEqual([8000, false])
  })

  it('fails for a site without a known dev server', async () => {
    using folder = site(['webpack'])
    await expect(siteProgram(folder.path, defaultAddress, noSandbox)).rejects.toMatchObject({ code: 'NO_DEV_SERVER' })
  })
})

it.each([
  ['http://[::1]:4805', ['--host', '::1', '--port', '4805']],
  ['http://localhost:4805', ['--host', '127.0.0.1', '--port', '4805']],
])('the sandbox of a site listens on the host and port of its URL %s', async (url, args) => {
  using folder = await createSite('--sandbox-url', url)
  installPrograms(folder)
  const program = await sandboxProgram(folder.path, JSON.parse(folder.read('wallet-modal.json')))
  expect(program?.args.slice(1)).toEqual([...args, '--json'])
})

it('the sandbox of a *.localhost URL listens on 127.0.0.1, because many resolvers do not know such names', async () => {
  using folder = await createSite('--sandbox-url', 'http://shop.localhost:4805')
  installPrograms(folder)
  const site = JSON.parse(folder.read('wallet-modal.json'))
  const program = await sandboxProgram(folder.path, site)
  expect(program).toMatchObject({ host: '127.0.0.1', port: 4805, url: 'http://shop.localhost:4805' })
  expect(await sandboxOrigin(folder.path, site)).toBe('http://127.0.0.1:4805')
})
