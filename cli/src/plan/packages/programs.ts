import { CliError } from '../../errors.js'
import { isObject } from '../files/json.js'

const namesIn = (text: string): readonly string[] => text.split(/\s+/)

/** Programs of the system, which package scripts and other programs call. */
export const systemPrograms: ReadonlySet<string> = new Set(
  namesIn('node npm npx pnpm pnpx yarn yarnpkg bun bunx corepack deno git sh bash zsh env sudo curl'),
)

/** Names that shells, package scripts and common tools use; third-party plugins must not install programs with these names. */
const commonPrograms: ReadonlySet<string> = new Set([
  ...systemPrograms,
  ...namesIn(`create-wallet-modal wallet-modal wallet-modal-sandbox anvil forge cast chisel chopsticks bitcoind
  vite vitest tsc tsserver tsx ts-node vue-tsc next nuxt nuxi astro svelte-kit svelte-check sv remix react-router ng
  esbuild rollup rolldown webpack webpack-cli webpack-dev-server parcel turbo nx lerna tsup tsdown swc babel
  eslint oxlint prettier biome stylelint jest mocha ava c8 nyc playwright cypress tailwindcss postcss sass
  husky lint-staged commitlint changeset semantic-release concurrently rimraf cross-env dotenv serve http-server nodemon pm2 wrangler vercel netlify`),
])

/**
 * Names of the programs that a package installs into `node_modules/.bin`, by npm's rules for `bin` and `directories.bin`. `paths` are the package's
 * files.
 */
export function programsOf(name: string, json: unknown, paths: readonly string[]): readonly string[] {
  const { bin, directories } = Object(json)
  if (typeof bin === 'string') return [baseOf(name)]
  if (isObject(bin)) return Object.keys(bin).map(baseOf).sort()
  const folder: unknown = Object(directories).bin
  if (typeof folder !== 'string') return []
  const prefix = `${folder.replace(/^(?:\.?\/)+|\/+$/g, '')}/`
  return paths
    .filter((path) => path.startsWith(prefix))
    .map(baseOf)
    .sort()
}

const baseOf = (path: string): string => path.split(/[/\\:]/).at(-1) ?? path

/** Words of package scripts, each of which may be a program. */
export const wordsOf = (scripts: Readonly<Record<string, string>>): readonly string[] =>
  Object.values(scripts).flatMap((script) => script.match(/[\w@.-]+/g) ?? [])

/** Throws `NAME_CLASH` if a program of a plugin has the name of a common program or of a tool of the site. */
export function checkPrograms(plugin: string, programs: readonly string[], siteTools: ReadonlySet<string>): void {
  const taken = programs.find((program) => commonPrograms.has(program.toLowerCase()) || siteTools.has(program))
  if (taken !== undefined) throw nameClash(plugin, taken)
}

/** Error for a package that installs a program with a name that is taken. */
export const nameClash = (packageName: string, program: string): CliError =>
  new CliError(
    'NAME_CLASH',
    `"${packageName}" installs a program named "${program}", which is the name of a common tool or of a tool of this site.`,
    {
      advice: `Scripts that call "${program}" could run the program of this package instead. Nothing was changed: report this to the author of the plugin.`,
    },
  )
