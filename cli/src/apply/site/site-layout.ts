import { join } from 'node:path'
import { CliError } from '../../errors.js'
import { type DetectedSite, detectSite, type SaidOfSite } from '../../plan/detect/detect.js'
import { defaultLayout, type Layout, layoutIn, layoutOf } from '../../plan/site/layout.js'
import { parseSiteManifest, siteManifestFile } from '../../plan/site/site-manifest.js'
import { fileInside, readText } from '../files/read-file.js'
import { readSnapshot } from '../files/read-snapshot.js'

/** Where the files of `init` and `create` can be; the first that has one is it. */
const places = ['src', '', 'app', 'src/lib'] as const

/** Where a site keeps its files: where they are, and while they are nowhere, where they belong. Only what it is made with is noted. */
export async function readLayout(folder: string): Promise<Layout> {
  const site = await detectedSite(folder)
  const { framework, hot } = site ?? defaultLayout
  for (const place of new Set([site?.sourceFolder ?? 'src', ...places])) {
    for (const language of ['ts', 'js'] as const) {
      const layout = layoutIn(place, { language, framework, hot })
      if (await isThere(folder, layout)) return layout
    }
  }
  return site && site.sourceFolder !== '' ? layoutOf(site) : homeless(site)
}

/** Nothing is left to say where they were: the places that this tool gives a site of that kind. */
function homeless(site: DetectedSite | undefined): Layout {
  if (!site) return defaultLayout
  const isRooted = ['html', 'next', 'nuxt', 'react-router'].includes(site.framework)
  return layoutOf(isRooted ? site : { ...site, sourceFolder: 'src' })
}

const isThere = async (folder: string, { generatedFile, configFile }: Layout): Promise<boolean> => {
  const found = await Promise.all([generatedFile, configFile].map((path) => fileInside(folder, 'file', path)))
  return found.some((file) => file !== undefined)
}

/** What a site is made of, where `init` noted what with by that. `undefined`: nothing is known of it, and its files have to speak for it. */
export async function detectedSite(folder: string): Promise<DetectedSite | undefined> {
  try {
    return detectSite(await readSnapshot(folder), await saidOf(folder))
  } catch (error) {
    if (error instanceof CliError && (error.code === 'UNKNOWN_SITE' || error.code === 'INVALID_SITE')) return undefined
    throw error
  }
}

/** A wallet-modal.json that cannot be read notes nothing; whoever needs more of it says what is wrong. */
async function saidOf(folder: string): Promise<SaidOfSite> {
  const text = await readText(join(folder, siteManifestFile))
  try {
    if (text === undefined) return {}
    const { framework, sourceFolder } = parseSiteManifest(text)
    return { framework, sourceFolder }
  } catch (error) {
    if (error instanceof CliError && error.code === 'INVALID_SITE') return {}
    throw error
  }
}

/** Whether a folder holds a site that has no modal yet. */
export async function hasSite(folder: string): Promise<boolean> {
  const isThereToo = async (path: string): Promise<boolean> => (await fileInside(folder, 'file', path)) !== undefined
  if (await isThereToo(siteManifestFile)) return false
  return (await isThereToo('package.json')) || (await isThereToo('index.html'))
}
