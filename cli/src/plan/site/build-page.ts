import type { SiteManifest } from './site-manifest.js'

/** Program that bundles the modal for pages that have no bundler. A development dependency with an exact version. */
export const bundlerName = 'esbuild'
export const bundlerVersion = '0.28.2'

/** Folder of the built modal of a page without a bundler. */
export const builtFolder = 'wallet-modal'
/** Entry file of the built modal. Pages contain this path, so it never changes. */
export const builtEntry = `${builtFolder}/index.js`

/** Path at which the dev server of a page without a bundler sends an event when a file of the page changes. */
export const eventsPath = '/__wallet-modal-events'

/** Code at the start of each script of a development build: reloads the page when a file has changed. */
const reloadCode = `globalThis.__walletModalEvents ??= Object.assign(new EventSource(${JSON.stringify(eventsPath)}), { onmessage: () => location.reload() });`

const marker = '// Made from wallet-modal.json by `npx create-wallet-modal sync`. Do not edit.'

export interface BuildPlan {
  /** Path of the source file that creates the modal, relative to the page's folder. */
  readonly configFile: string
  readonly outFolder: string
  readonly mode: 'production' | 'development'
  readonly site: SiteManifest
  /** Environment variables from which `projectId: { env }` is read. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Arguments for esbuild: one entry with a fixed name, and separate chunks for views. */
export function buildArgs({ configFile, outFolder, mode, site, env }: BuildPlan): readonly string[] {
  const { projectId } = site
  const variable = typeof projectId === 'object' ? projectId.env : undefined
  const value = JSON.stringify(variable === undefined ? '' : (env[variable] ?? ''))
  return [
    `index=./${configFile}`,
    '--bundle',
    '--splitting',
    '--format=esm',
    '--target=es2022',
    '--charset=utf8',
    '--log-level=warning',
    `--outdir=${outFolder}`,
    '--chunk-names=chunks/[name]-[hash]',
    `--conditions=${mode}`,
    `--define:process.env.NODE_ENV=${JSON.stringify(mode)}`,
    ...(variable === undefined
      ? []
      : [`--define:process.env.${variable}=${value}`, `--define:import.meta.env.${variable}=${value}`]),
    ...(mode === 'production' ? ['--minify'] : [`--banner:js=${reloadCode}`]),
  ]
}

/** Adds a comment to the text of the built entry file, by which `isOurBuild` recognizes it. */
export const stamp = (entryText: string): string => `${marker}\n${entryText}`

/** Whether this tool built the entry file with this text. */
export const isOurBuild = (entryText: string): boolean => entryText.startsWith(marker)
