import { pnpmSettings } from '../packages/package-manager.js'

/**
 * Files and folders that detection needs, by path relative to the site. Separator: `/`. Paths outside the site begin with `../`, and paths of folders
 * end with `/`. Values: the text of a file that detection reads, and an empty string for other paths. {@link sitePathKey} has another value.
 */
export type Snapshot = ReadonlyMap<string, string>

/** Key of the entry whose value is the absolute path of the site. Separator: `/`. */
export const sitePathKey = './'

const scriptExtensions = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs']
const configFiles = [
  'vite.config',
  'next.config',
  'nuxt.config',
  'astro.config',
  'svelte.config',
  'react-router.config',
].flatMap((name) => scriptExtensions.map((end) => `${name}.${end}`))

/** Package manager of each lockfile. */
export const lockfiles = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
} as const

/** Files of the site whose text is read. */
export const textFiles: readonly string[] = ['package.json', 'tsconfig.json', 'jsconfig.json', ...configFiles]

/** Files and folders whose existence matters. */
export const checkedPaths: readonly string[] = [
  ...Object.keys(lockfiles),
  pnpmSettings,
  'tsconfig.app.json',
  'index.html',
  'public/index.html',
  'app.vue',
  'src/',
  'src/lib/',
  'src/app/',
  'src/pages/',
  'app/',
  'app/app.vue',
  'app/pages/',
  'pages/',
  ...['home.tsx', 'home.jsx', '_index.tsx', '_index.jsx'].map((name) => `app/routes/${name}`),
  ...['main.ts', 'main.js', 'main.tsx', 'main.jsx', 'index.ts', 'index.js', 'index.tsx', 'index.jsx'].map(
    (n) => `src/${n}`,
  ),
  ...['App.tsx', 'App.jsx', 'App.vue', 'App.svelte'].map((name) => `src/${name}`),
  ...['hooks.client.ts', 'hooks.client.js', 'pages/index.astro'].map((name) => `src/${name}`),
]

/** Files of each parent folder whose text is read. */
export const textFilesAbove: readonly string[] = ['package.json', pnpmSettings]
/** Files and folders of each parent folder whose existence matters. */
export const checkedPathsAbove: readonly string[] = [...Object.keys(lockfiles), '.git/', '.git']
