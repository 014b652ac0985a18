import { describe, expect, it } from 'vitest'
import { type DetectedSite, detectSite } from './detect.js'
import type { Snapshot } from './snapshot.js'

interface Shape {
  readonly deps?: readonly string[]
  readonly json?: object
  readonly files?: Readonly<Record<string, string>>
  readonly paths?: readonly string[]
}

const shape = ({ deps, json = {}, files = {}, paths = [] }: Shape): Snapshot =>
  new Map([
    ...(deps ? [['package.json', packageJson(deps, json)] as const] : []),
    ...Object.entries(files),
    ...paths.map((path) => [path, ''] as const),
  ])

const packageJson = (deps: readonly string[], more: object = {}): string =>
  JSON.stringify({ name: 'a-site', ...more, dependencies: Object.fromEntries(deps.map((name) => [name, '^1.0.0'])) })

const detect = (given: Shape): DetectedSite => detectSite(shape(given))

describe('the framework', () => {
  it.each([
    ['react', ['react', 'react-dom', 'vite']],
    ['vue', ['vue', 'vite']],
    ['svelte', ['svelte', 'vite']],
    ['vanilla', ['vite']],
    ['vanilla', ['webpack']],
    ['next', ['next', 'react', 'react-dom']],
    ['react-router', ['react', 'react-router', '@react-router/dev', 'vite']],
    ['angular', ['@angular/core', '@angular/cli']],
    ['nuxt', ['nuxt', 'vue', 'vue-router']],
    ['sveltekit', ['@sveltejs/kit', 'svelte', 'vite']],
    ['astro', ['astro', '@astrojs/react', 'react']],
  ])('%s is known by %j', (framework, deps) => {
    expect(detect({ deps, paths: ['index.html', 'src/'] }).framework).toBe(framework)
  })

  it('is plain HTML where there is an index.html and no bundler', () => {
    const bare = detect({ paths: ['index.html'] })
    expect(bare).toMatchObject({ framework: 'html', sourceFolder: '', typescript: false })
    expect(detect({ deps: ['prettier'], paths: ['index.html'] }).framework).toBe('html')
  })

  it('stays plain HTML once the modal is in it, and is not taken for that where esbuild was there before', () => {
    expect(detect({ deps: ['esbuild', 'create-wallet-modal'], paths: ['index.html'] }).framework).toBe('html')
    expect(detect({ deps: ['esbuild'], paths: ['index.html'] }).framework).toBe('vanilla')
  })

  it('is still what it was when React is there as preact under its name', () => {
    const react = 'npm:@preact/compat@18.3.2'
    const text = JSON.stringify({
      dependencies: { preact: '11.2.0', react, 'react-dom': react },
      devDependencies: { vite: '8' },
    })
    expect(detect({ files: { 'package.json': text } }).framework).toBe('vanilla')
  })

  it('is refused in words where nothing says what it is', () => {
    expect(() => detect({})).toThrow('no package.json and no index.html')
    expect(() => detect({ deps: ['express'] })).toThrow('no supported framework or bundler')
    expect(() => detect({ files: { 'package.json': '{ "name": ' } })).toThrow('package.json is not valid JSON')
  })

  it('is what a person says it is', () => {
    expect(detectSite(shape({ deps: ['express'] }), { framework: 'vue' }).framework).toBe('vue')
  })

  it('is found where package.json has fields of unusual shapes', () => {
    const text = JSON.stringify({
      dependencies: null,
      devDependencies: ['vue'],
      optionalDependencies: { vue: '3', x: 1 },
    })
    expect(detect({ files: { 'package.json': text } }).framework).toBe('vue')
  })
})

describe('hot reloading', () => {
  it.each([
    [['vue', 'vite'], true],
    [['react', 'webpack'], false],
    [['nuxt'], true],
    [['next', 'vite'], false],
  ])('of a site with %j: %s', (deps, hot) => {
    expect(detect({ deps }).hot).toBe(hot)
  })
})

describe('TypeScript', () => {
  it('is told by tsconfig.json, and not by jsconfig.json or by a package', () => {
    expect(detect({ deps: ['svelte', 'typescript'], files: { 'jsconfig.json': '{}' } }).typescript).toBe(false)
    expect(detect({ deps: ['svelte'], files: { 'tsconfig.json': '{}' } }).typescript).toBe(true)
  })
})

describe('the source folder', () => {
  it.each([
    ['react', ['src/'], 'src'],
    ['react', [], ''],
    ['next', ['app/'], ''],
    ['next', ['src/', 'src/app/'], 'src'],
    ['next', ['src/', 'app/'], ''],
    ['next', ['pages/', 'src/'], ''],
    ['nuxt', ['app/', 'app/app.vue'], 'app'],
    ['nuxt', ['app.vue'], ''],
    ['@sveltejs/kit', ['src/', 'src/lib/'], 'src/lib'],
    ['@sveltejs/kit', ['src/'], 'src/lib'],
    ['astro', ['src/', 'src/pages/'], 'src'],
  ])('of a site with %s and %j is "%s"', (dep, paths, folder) => {
    expect(detect({ deps: [dep], paths }).sourceFolder).toBe(folder)
  })

  it.each([
    ['@sveltejs/kit', 'svelte.config.js', "export default { kit: { files: { lib: 'client/lib/' } } }", 'client/lib'],
    ['nuxt', 'nuxt.config.ts', "export default defineNuxtConfig({ srcDir: './source' })", 'source'],
    ['nuxt', 'nuxt.config.ts', "export default defineNuxtConfig({ srcDir: '../elsewhere' })", 'app'],
    ['@react-router/dev', 'react-router.config.ts', "export default { appDirectory: 'src/web' }", 'src/web'],
    ['@react-router/dev', 'react-router.config.ts', 'export default { appDirectory: folder() }', 'app'],
  ])('of a site with %s is what %s says: %s', (dep, file, text, folder) => {
    expect(detect({ deps: [dep], files: { [file]: text }, paths: ['app/', 'src/'] }).sourceFolder).toBe(folder)
  })

  it('has the alias that tsconfig.json gives it, comments or not', () => {
    const files = {
      'tsconfig.json': `{
        // "old/*": ["./src/*"]
        "compilerOptions": { "paths": { "@ui/*": ["./ui/*"], "@/*": ["./src/*"], } } /* of ours */
      }`,
    }
    expect(detect({ deps: ['next'], files, paths: ['src/', 'src/app/'] }).alias).toBe('@/')
    expect(detect({ deps: ['next'], files, paths: ['app/'] }).alias).toBeUndefined()
    const root = { 'jsconfig.json': '{"compilerOptions":{"paths":{"~/*":["./*"]}}}' }
    expect(detect({ deps: ['next'], files: root, paths: ['app/'] }).alias).toBe('~/')
  })
})

describe('the package manager', () => {
  it.each([
    ['package-lock.json', 'npm'],
    ['pnpm-lock.yaml', 'pnpm'],
    ['yarn.lock', 'yarn'],
    ['bun.lock', 'bun'],
    ['bun.lockb', 'bun'],
  ])('is told by %s', (file, manager) => {
    expect(detect({ deps: ['vue'], paths: [file] })).toMatchObject({ packageManager: manager, notes: [] })
  })

  it('is not guessed where there is no lockfile', () => {
    expect(detect({ deps: ['vue'] }).packageManager).toBeUndefined()
  })

  it('is asked for where there are two lockfiles', () => {
    const { packageManager, notes } = detect({ deps: ['vue'], paths: ['package-lock.json', 'yarn.lock'] })
    expect(packageManager).toBeUndefined()
    expect(notes).toEqual([expect.stringContaining('package-lock.json and yarn.lock): choose one with --pm')])
  })

  it('is what package.json names, also against lockfiles, and says so', () => {
    const json = { packageManager: 'pnpm@9.15.0+sha512.abc' }
    expect(detect({ deps: ['vue'], json, paths: ['pnpm-lock.yaml'] })).toMatchObject({
      packageManager: 'pnpm',
      notes: [],
    })
    const other = detect({ deps: ['vue'], json, paths: ['yarn.lock'] })
    expect(other).toMatchObject({ packageManager: 'pnpm', notes: [expect.stringContaining('lockfile is yarn.lock')] })
    const both = detect({ deps: ['vue'], json, paths: ['yarn.lock', 'bun.lock'] })
    expect(both).toMatchObject({ packageManager: 'pnpm', notes: [expect.stringContaining('using pnpm')] })
    const engines = { devEngines: { packageManager: { name: 'yarn' } } }
    expect(detect({ deps: ['vue'], json: engines }).packageManager).toBe('yarn')
    expect(detect({ deps: ['vue'], json: { packageManager: 'cargo@1' }, paths: ['bun.lock'] }).packageManager).toBe(
      'bun',
    )
  })
})

describe('a workspace', () => {
  const workspaces = JSON.stringify({ workspaces: ['apps/*'] })

  it('is found above, with its lockfile', () => {
    const files = { '../../package.json': workspaces }
    const site = detect({ deps: ['vue'], files, paths: ['../../yarn.lock', '../../.git/'] })
    expect(site).toMatchObject({ workspaceRoot: '../../', packageManager: 'yarn' })
  })

  it('is found by the file of pnpm, and the nearest one counts', () => {
    const files = { '../pnpm-workspace.yaml': 'packages: ["*"]', '../../package.json': workspaces }
    const site = detect({ deps: ['vue'], files, paths: ['../pnpm-lock.yaml', '../../yarn.lock'] })
    expect(site).toMatchObject({ workspaceRoot: '../', packageManager: 'pnpm' })
  })

  it('is the site itself where that has the file of pnpm', () => {
    const files = { 'pnpm-workspace.yaml': '', '../package.json': workspaces }
    const site = detect({ deps: ['vue'], files, paths: ['../yarn.lock'] })
    expect(site).toMatchObject({ workspaceRoot: '', packageManager: 'pnpm' })
  })

  it('takes the package manager from the package.json of its root', () => {
    const files = {
      '../package.json': JSON.stringify({ workspaces: { packages: ['*'] }, packageManager: 'bun@1.2.0' }),
    }
    expect(detect({ deps: ['vue'], files }).packageManager).toBe('bun')
  })

  it('is not every folder above that has a lockfile or a package.json', () => {
    const site = detect({ deps: ['vue'], files: { '../package.json': '{}' }, paths: ['../yarn.lock'] })
    expect(site).toMatchObject({ workspaceRoot: '', packageManager: undefined })
  })
})

describe('the base path', () => {
  it.each([
    ['vue', 'vite.config.ts', "export default defineConfig({ base: '/shop/', plugins: [] })", '/shop/'],
    ['vue', 'vite.config.js', 'export default { base: "./" }', '/'],
    ['vue', 'vite.config.js', "export default { base: 'https://cdn.example/x/' }", '/'],
    ['vue', 'vite.config.js', "export default { resolve: { database: '/x/' } }", '/'],
    ['vue', 'vite.config.js', "export default {\n  // base: '/old/',\n  base: `/new`,\n}", '/new/'],
    ['next', 'next.config.mjs', "const config = { basePath: '/docs' }", '/docs/'],
    ['nuxt', 'nuxt.config.ts', "export default defineNuxtConfig({ app: { baseURL: '/a/b/' } })", '/a/b/'],
    [
      'astro',
      'astro.config.mjs',
      "export default defineConfig({ site: 'https://x.example', base: 'notes' })",
      '/notes/',
    ],
    ['@sveltejs/kit', 'svelte.config.js', "export default { kit: { paths: { base: '/k' } } }", '/k/'],
  ])('of a site with %s and %s: %s', (dep, file, text, basePath) => {
    expect(detect({ deps: [dep], files: { [file]: text } })).toMatchObject({ basePath, notes: [] })
  })

  it('is not guessed where it is computed', () => {
    const files = { 'vite.config.ts': 'export default { base: process.env.BASE }' }
    const { basePath, notes } = detect({ deps: ['vue'], files })
    expect(basePath).toBe('/')
    expect(notes).toEqual([expect.stringContaining('"base" in vite.config.ts is computed')])
  })
})
