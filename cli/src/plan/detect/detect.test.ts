import { describe, expect, it } from 'vitest'
import { type DetectedSite, detectSite } from './detect.js'
import { type Snapshot, sitePathKey } from './snapshot.js'

interface Shape {
  readonly deps?: readonly string[]
  readonly json?: object
  readonly files?: Readonly<Record<string, string>>
  readonly paths?: readonly string[]
}

const shape = ({ deps, json = {}, files = {}, paths = [] }: Shape): Snapshot =>
  new Map([
    [sitePathKey, '/srv/apps/site'] as const,
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
  ])('%s is detected from the packages %j', (framework, deps) => {
    expect(detect({ deps, paths: ['index.html', 'src/'] }).framework).toBe(framework)
  })

  it('is plain HTML if there is an index.html and no bundler', () => {
    const bare = detect({ paths: ['index.html'] })
    expect(bare).toMatchObject({ framework: 'html', sourceFolder: '', typescript: false })
    expect(detect({ deps: ['prettier'], paths: ['index.html'] }).framework).toBe('html')
  })

  it('is plain HTML with esbuild and this CLI, but "vanilla" with esbuild alone', () => {
    expect(detect({ deps: ['esbuild', 'create-wallet-modal'], paths: ['index.html'] }).framework).toBe('html')
    expect(detect({ deps: ['esbuild'], paths: ['index.html'] }).framework).toBe('vanilla')
  })

  it('is not React if "react" is an alias of Preact', () => {
    const react = 'npm:@preact/compat@18.3.2'
    const text = JSON.stringify({
      dependencies: { preact: '11.2.0', react, 'react-dom': react },
      devDependencies: { vite: '8' },
    })
    expect(detect({ files: { 'package.json': text } }).framework).toBe('vanilla')
  })

  it('is refused with the reason if it cannot be detected', () => {
    expect(() => detect({})).toThrow('no package.json and no index.html')
    expect(() => detect({ deps: ['express'] })).toThrow('no supported framework or bundler')
    expect(() => detect({ files: { 'package.json': '{ "name": ' } })).toThrow('package.json is not valid JSON')
  })

  it('is the given framework, whatever packages the site has', () => {
    expect(detectSite(shape({ deps: ['express'] }), { framework: 'vue' }).framework).toBe('vue')
  })

  it('is detected even if some dependency fields of package.json have wrong types', () => {
    const text = JSON.stringify({
      dependencies: null,
      devDependencies: ['vue'],
      optionalDependencies: { vue: '3', x: 1 },
    })
    expect(detect({ files: { 'package.json': text } }).framework).toBe('vue')
  })
})

describe('Vite', () => {
  it.each([
    [['vue', 'vite'], true],
    [['react', 'webpack'], false],
    [['nuxt'], true],
    [['next', 'vite'], false],
  ])('is the bundler of a site with %j: %s', (deps, usesVite) => {
    expect(detect({ deps }).usesVite).toBe(usesVite)
  })

  it.each(['webpack', '@rspack/core', '@rsbuild/core', 'parcel', 'react-scripts', '@vue/cli-service'])(
    'is not the bundler of a site that builds with %s and tests with Vitest, unless it has a Vite config',
    (bundler) => {
      const deps = ['react', bundler, 'vite', 'vitest']
      expect(detect({ deps, files: { 'vitest.config.ts': '' } }).usesVite).toBe(false)
      expect(detect({ deps, files: { 'vite.config.ts': '' } }).usesVite).toBe(true)
    },
  )

  it.each(['@angular/build', '@angular-devkit/build-angular'])(
    'is not the bundler of an Angular site that builds with %s and tests with Vitest',
    (bundler) => expect(detect({ deps: ['@angular/core', bundler, 'vite', 'vitest'] }).usesVite).toBe(false),
  )
})

describe('TypeScript', () => {
  it('is detected from tsconfig.json, and not from jsconfig.json or a package', () => {
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
  ])('of a site with %s is read from %s: %s', (dep, file, text, folder) => {
    expect(detect({ deps: [dep], files: { [file]: text }, paths: ['app/', 'src/'] }).sourceFolder).toBe(folder)
  })

  it('has the import alias from "paths" in tsconfig.json or jsconfig.json; comments are ignored', () => {
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
  ])('is detected from %s', (file, manager) => {
    expect(detect({ deps: ['vue'], paths: [file] })).toMatchObject({ packageManager: manager, notes: [] })
  })

  it('is undefined without a lockfile', () => {
    expect(detect({ deps: ['vue'] }).packageManager).toBeUndefined()
  })

  it('is undefined with two lockfiles, and a note asks for --pm', () => {
    const { packageManager, notes } = detect({ deps: ['vue'], paths: ['package-lock.json', 'yarn.lock'] })
    expect(packageManager).toBeUndefined()
    expect(notes).toEqual([expect.stringContaining('package-lock.json and yarn.lock): choose one with --pm')])
  })

  it('is the one in package.json, with a note if a lockfile differs', () => {
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

  it('is found in a parent folder, with its lockfile', () => {
    const files = { '../../package.json': workspaces }
    const site = detect({ deps: ['vue'], files, paths: ['../../yarn.lock', '../../.git/'] })
    expect(site).toMatchObject({ workspaceRoot: '../../', packageManager: 'yarn' })
  })

  it('is found by pnpm-workspace.yaml, and the nearest one is used', () => {
    const files = { '../pnpm-workspace.yaml': 'packages: ["*"]', '../../package.json': workspaces }
    const site = detect({ deps: ['vue'], files, paths: ['../pnpm-lock.yaml', '../../yarn.lock'] })
    expect(site).toMatchObject({ workspaceRoot: '../', packageManager: 'pnpm' })
  })

  it('is the site itself if it has a pnpm-workspace.yaml', () => {
    const files = { 'pnpm-workspace.yaml': '', '../package.json': workspaces }
    const site = detect({ deps: ['vue'], files, paths: ['../yarn.lock'] })
    expect(site).toMatchObject({ workspaceRoot: '', packageManager: 'pnpm' })
  })

  it('has the package manager in the package.json of its root', () => {
    const files = {
      '../package.json': JSON.stringify({ workspaces: { packages: ['*'] }, packageManager: 'bun@1.2.0' }),
    }
    expect(detect({ deps: ['vue'], files }).packageManager).toBe('bun')
  })

  it('does not contain a site that has its own lockfile, even if a parent folder declares workspaces and another package manager', () => {
    const files = { '../package.json': JSON.stringify({ workspaces: ['site'], packageManager: 'pnpm@10.34.9' }) }
    const site = detect({ deps: ['vue'], files, paths: ['package-lock.json'] })
    expect(site).toMatchObject({ workspaceRoot: '', packageManager: 'npm', notes: [] })
  })

  it.each([
    ['../package.json', JSON.stringify({ workspaces: ['packages/*'] })],
    ['../../package.json', JSON.stringify({ workspaces: ['apps/*', '!apps/site'] })],
    ['../pnpm-workspace.yaml', 'packages:\n  - other\n'],
  ])('does not contain a site that %s leaves out', (path, text) => {
    const site = detect({ deps: ['vue'], files: { [path]: text }, paths: ['../yarn.lock', '../../yarn.lock'] })
    expect(site).toMatchObject({ workspaceRoot: '', packageManager: undefined })
  })

  it('is not a parent folder that only has a lockfile and a package.json', () => {
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
  ])('of a site with %s and the configuration file %s: %s', (dep, file, text, basePath) => {
    expect(detect({ deps: [dep], files: { [file]: text } })).toMatchObject({ basePath, notes: [] })
  })

  it('is "/" with a note if the configuration computes it', () => {
    const files = { 'vite.config.ts': 'export default { base: process.env.BASE }' }
    const { basePath, notes } = detect({ deps: ['vue'], files })
    expect(basePath).toBe('/')
    expect(notes).toEqual([expect.stringContaining('"base" in vite.config.ts is computed')])
  })
})
