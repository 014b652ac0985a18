import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../setup/workspaces.mjs'

const source = join(repository, 'tests/demo/playground')

/** Hash of the playground's source. */
export const playgroundHash = () =>
  readdirSync(source)
    .sort()
    .reduce((hash, file) => hash.update(readFileSync(join(source, file))), createHash('sha256'))
    .digest('hex')

/** The command line's own list of first-party plugins: manifests and networks. */
export const firstParty = () => JSON.parse(readFileSync(join(repository, 'cli/dist/assets/first-party.json'), 'utf8'))

/**
 * Writes the playground into a folder of a site: the playground's source, and `setting.ts` with the plugins of this build.
 * @param {string} folder
 * @param {{ previewUrl: string, sandboxUrl?: string, without?: readonly string[] }} where `without`: ids of plugins that cannot run in that site
 */
export async function writePlayground(folder, { previewUrl, sandboxUrl, without = [] }) {
  mkdirSync(folder, { recursive: true })
  cpSync(source, folder, { recursive: true })
  const { features } = await import('../../cli/dist/plan/plugins/features.js')
  const { plugins } = firstParty()
  const facts = plugins.map((/** @type {any} */ { name, manifest, networks }) => ({ name, manifest, networks }))
  const flags = features.filter((/** @type {any} */ { option }) => option !== undefined)
  const loaders = plugins
    .filter((/** @type {any} */ { manifest }) => !without.includes(manifest.id))
    .map(
      (/** @type {any} */ { name, manifest }) =>
        `    '${name}': async () => (await import('${name}')).${manifest.export} as Creator,\n`,
    )
  writeFileSync(
    join(folder, 'setting.ts'),
    `import type { Setting } from './facts.js'

type Creator = Awaited<ReturnType<Setting['load'][string]>>

export const setting: Setting = {
  plugins: ${JSON.stringify(facts)},
  flags: ${JSON.stringify(flags)},
  load: {
${loaders.join('')}  },
  previewUrl: ${JSON.stringify(previewUrl)},${sandboxUrl ? `\n  sandboxUrl: ${JSON.stringify(sandboxUrl)},` : ''}
}
`,
  )
}

/** Entry module of a site. The site shows the playground, and the preview if the URL has the query `?preview`. */
export const siteEntry = `import './playground/playground.css'
import { start } from './playground/main.js'
import { setting } from './playground/setting.js'

start(setting, new URLSearchParams(location.search).has('preview') ? 'preview' : 'playground')
`
