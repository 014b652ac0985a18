import { createHash } from 'node:crypto'
import type { SiteManifest } from './site-manifest.js'

/** What builds the modal for pages without a bundler: an exact development dependency of the site. */
export const bundlerName = 'esbuild'
export const bundlerVersion = '0.28.2'

/** The folder that a page without a bundler loads the modal from, and the file in it that never changes its name. */
export const builtFolder = 'wallet-modal'
export const builtEntry = `${builtFolder}/index.js`

const stampPrefix = '// Made from wallet-modal.json by `npx create-wallet-modal sync`. Do not edit. sha256:'

export interface BuildPlan {
  readonly entry: string
  readonly outFolder: string
  readonly mode: 'production' | 'development'
  readonly site: SiteManifest
  /** Where `projectId: { env }` is looked up. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The arguments for esbuild: one entry with a fixed name, views in chunks of their own. */
export function buildArgs({ entry, outFolder, mode, site, env }: BuildPlan): readonly string[] {
  const { projectId } = site
  const id = typeof projectId === 'object' ? projectId.env : undefined
  const value = JSON.stringify(id === undefined ? '' : (env[id] ?? ''))
  return [
    `index=./${entry}`,
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
    ...(id === undefined ? [] : [`--define:process.env.${id}=${value}`, `--define:import.meta.env.${id}=${value}`]),
    ...(mode === 'production' ? ['--minify'] : []),
  ]
}

/** A text that changes with everything that a build is made of. */
export const buildHash = (inputs: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(inputs)).digest('hex')

/** Notes in the entry what it was made of. */
export const stamp = (entry: string, hash: string): string => `${stampPrefix}${hash}\n${entry}`

/** Whether an entry was made of the same. */
export const isStamped = (entry: string | undefined, hash: string): boolean =>
  entry?.startsWith(`${stampPrefix}${hash}\n`) === true

/** Whether an entry was made by this tool at all. */
export const isOurBuild = (entry: string): boolean => entry.startsWith(stampPrefix)
