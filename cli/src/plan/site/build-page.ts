import type { SiteManifest } from './site-manifest.js'

/** What builds the modal for pages without a bundler: an exact development dependency of the site. */
export const bundlerName = 'esbuild'
export const bundlerVersion = '0.28.2'

/** The folder that a page without a bundler loads the modal from, and the file in it that never changes its name. */
export const builtFolder = 'wallet-modal'
export const builtEntry = `${builtFolder}/index.js`

const mark = '// Made from wallet-modal.json by `npx create-wallet-modal sync`. Do not edit.'

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

/** Notes in the entry who made it. */
export const stamp = (entry: string): string => `${mark}\n${entry}`

/** Whether an entry was made by this tool. */
export const isOurBuild = (entry: string): boolean => entry.startsWith(mark)
