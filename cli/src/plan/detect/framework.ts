import { CliError } from '../../errors.js'
import { isPreactAlias, type SitePackage } from './package-json.js'
import type { Snapshot } from './snapshot.js'

/** Supported kinds of site. */
export const frameworks = [
  'react',
  'vue',
  'svelte',
  'angular',
  'vanilla',
  'next',
  'react-router',
  'nuxt',
  'sveltekit',
  'astro',
  'html',
] as const

export type Framework = (typeof frameworks)[number]

export const isFramework = (name: string): name is Framework => frameworks.some((known) => known === name)

/** Display names of the frameworks. */
export const frameworkTitles: Readonly<Record<Framework, string>> = {
  react: 'React',
  vue: 'Vue',
  svelte: 'Svelte',
  angular: 'Angular',
  vanilla: 'a page with a bundler and no framework',
  next: 'Next.js',
  'react-router': 'React Router (framework mode)',
  nuxt: 'Nuxt',
  sveltekit: 'SvelteKit',
  astro: 'Astro',
  html: 'plain HTML without a bundler',
}

/** Package that identifies each framework. The first match decides: Next.js sites, for example, also list React. */
const byPackage: readonly (readonly [name: string, framework: Framework])[] = [
  ['next', 'next'],
  ['@react-router/dev', 'react-router'],
  ['nuxt', 'nuxt'],
  ['astro', 'astro'],
  ['@sveltejs/kit', 'sveltekit'],
  ['svelte', 'svelte'],
  ['@angular/core', 'angular'],
  ['vue', 'vue'],
  ['react', 'react'],
]

const bundlers = ['vite', 'webpack', '@rspack/core', '@rsbuild/core', 'parcel', 'rollup', 'rolldown', 'esbuild']

/** Framework of a site, from the packages that it lists. Throws `UNKNOWN_SITE` if it lists no framework or bundler and has no index.html. */
export function detectFramework(snapshot: Snapshot, site: SitePackage | undefined): Framework {
  const found = byPackage.find(([name]) => site?.listed.has(name) && !isPreactAlias(site.listed.get(name)))
  if (found) return found[1]
  if (bundlers.some((name) => site?.listed.has(name) && !isOurs(name, site))) return 'vanilla'
  if (snapshot.has('index.html')) return 'html'
  throw new CliError(
    'UNKNOWN_SITE',
    site
      ? "This folder's package.json lists no supported framework or bundler, and there is no index.html."
      : 'There is no package.json and no index.html in this folder.',
    {
      advice: `Run this in the folder of a site, pass its framework (--framework ${frameworks.join('|')}), or create a new site: \`npx create-wallet-modal create my-site\`.`,
    },
  )
}

/** Whether this tool added the bundler. It adds esbuild to plain HTML pages. */
const isOurs = (name: string, site: SitePackage): boolean =>
  name === 'esbuild' && site.listed.has('create-wallet-modal')
