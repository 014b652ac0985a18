import type { Framework } from './framework.js'
import type { Snapshot } from './snapshot.js'

/** Folder of the site's own code, relative to the site and without a trailing slash. Empty: the site's root folder. */
export function detectSourceFolder(snapshot: Snapshot, framework: Framework): string {
  const first = (...folders: readonly string[]): string => folders.find((folder) => snapshot.has(`${folder}/`)) ?? ''
  switch (framework) {
    case 'next':
      // `app` and `pages` hold routes; Next ignores `src/app` if `app` exists
      return snapshot.has('app/') || snapshot.has('pages/') ? '' : first('src')
    case 'nuxt':
      return (
        configuredFolder(snapshot, 'nuxt.config', 'srcDir') ??
        (snapshot.has('app.vue') || snapshot.has('pages/') ? '' : first('app'))
      )
    case 'sveltekit':
      return configuredFolder(snapshot, 'svelte.config', 'lib') ?? (snapshot.has('src/') ? 'src/lib' : '')
    case 'react-router':
      return configuredFolder(snapshot, 'react-router.config', 'appDirectory') ?? 'app'
    case 'html':
      return ''
    default:
      return first('src')
  }
}

interface Setting {
  /** Path of the configuration. */
  readonly path: string
  /** Value, if it is a string literal; `undefined` if it is computed. */
  readonly text: string | undefined
}

/**
 * Reads a setting from the configuration `file` (name without extension); `undefined` if there is none. The configuration is searched as text, never
 * executed.
 */
function readSetting(snapshot: Snapshot, file: string, key: string): Setting | undefined {
  const config = [...snapshot].find(([path]) => path.startsWith(`${file}.`))
  const code = config?.[1].replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '') ?? ''
  const found = new RegExp(`(?<![\\w$.])${key}\\s*:\\s*(?:(['"\`])([^'"\`$\\n]*)\\1|(\\S))`).exec(code)
  return config && found ? { path: config[0], text: found[2] } : undefined
}

/** Whether a text is the relative path of a folder inside the site, without a leading `./`. */
export const isSourceFolder = (folder: string): boolean =>
  /^[\w@-][\w@./-]*$/.test(folder) && !folder.split('/').includes('..')

/** Folder that a setting in the configuration names, or `undefined`. Folders outside the site are ignored. */
function configuredFolder(snapshot: Snapshot, file: string, key: string): string | undefined {
  const text = readSetting(snapshot, file, key)?.text
  if (text === undefined) return undefined
  const folder = text.replace(/^\.\//, '').replace(/\/+$/, '')
  return isSourceFolder(folder) ? folder : undefined
}

/** Path prefix of a site's URLs from its configuration, with a leading and a trailing `/`. */
export interface BasePath {
  readonly basePath: string
  readonly notes: readonly string[]
}

const basePathSettings: Readonly<Partial<Record<Framework, { readonly file: string; readonly key: string }>>> = {
  next: { file: 'next.config', key: 'basePath' },
  nuxt: { file: 'nuxt.config', key: 'baseURL' },
  astro: { file: 'astro.config', key: 'base' },
  sveltekit: { file: 'svelte.config', key: 'base' },
  'react-router': { file: 'react-router.config', key: 'basename' },
}

/**
 * Finds the base path if the configuration sets it as a string literal. Never executes the configuration: for a computed value, returns `/` and a
 * note.
 */
export function detectBasePath(snapshot: Snapshot, framework: Framework): BasePath {
  const { file, key } = basePathSettings[framework] ?? { file: 'vite.config', key: 'base' }
  const setting = readSetting(snapshot, file, key)
  if (setting && setting.text === undefined)
    return {
      basePath: '/',
      notes: [
        `"${key}" in ${setting.path} is computed, so it could not be read. \`wallet-modal dev\` prints the site's URL without the base path.`,
      ],
    }
  const path = setting?.text ?? '/'
  if (!/^(?:\/|[^/.:]+(?:\/|$))/.test(path)) return { basePath: '/', notes: [] } // `./` and absolute URLs give no path for the dev server
  const inner = path.replace(/^\/+|\/+$/g, '')
  return { basePath: inner === '' ? '/' : `/${inner}/`, notes: [] }
}

/** Import alias of the source folder in tsconfig.json or jsconfig.json, such as `@/`. */
export function detectAlias(snapshot: Snapshot, sourceFolder: string): string | undefined {
  const config = snapshot.get('tsconfig.json') ?? snapshot.get('jsconfig.json') ?? ''
  const text = config.replace(/^[ \t]*\/\/.*$/gm, '')
  const aliases = [...text.matchAll(/"([^"*\s]{1,32})\/\*"\s*:\s*\[\s*"(?:\.\/)?([^"*]*)\*"/g)]
  const folder = sourceFolder === '' ? '' : `${sourceFolder}/`
  const found = aliases.find(([, , target]) => target === folder)
  return found && `${found[1]}/`
}
