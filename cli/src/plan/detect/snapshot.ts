import { pnpmSettings } from '../packages/package-manager.js'

/**
 * What a folder holds, as far as detection looks: paths relative to the folder with `/`, the folders above as `../` and so on. The text is there
 * for files that detection reads, and is empty for others; a folder's path ends with `/`.
 */
export type Snapshot = ReadonlyMap<string, string>

const scripts = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs']
const configs = [
  'vite.config',
  'next.config',
  'nuxt.config',
  'astro.config',
  'svelte.config',
  'react-router.config',
].flatMap((name) => scripts.map((end) => `${name}.${end}`))

/** Lockfiles by their package manager. */
export const lockfiles = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
} as const

/** Files of the site whose text is read. */
export const readFiles: readonly string[] = ['package.json', 'tsconfig.json', 'jsconfig.json', ...configs]

/** Files and folders of the site that only have to be there. */
export const knownPaths: readonly string[] = [
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

/** What is looked for in each folder above. The text of `readAbove` is read. */
export const readAbove: readonly string[] = ['package.json', pnpmSettings]
export const knownAbove: readonly string[] = [...Object.keys(lockfiles), '.git/', '.git']
