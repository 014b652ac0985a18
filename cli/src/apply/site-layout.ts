import { CliError } from '../errors.js'
import { type DetectedSite, detectSite } from '../plan/detect/detect.js'
import { defaultLayout, type Layout, layoutIn, layoutOf } from '../plan/layout.js'
import { siteManifestFile } from '../plan/site-manifest.js'
import { fileInside } from './read-file.js'
import { readSnapshot } from './read-snapshot.js'

/** Where the files of `init` and `create` can be; the first that has one is it. */
const places = ['src', '', 'app', 'src/lib'] as const

/** Where a site keeps its files: where they are, and while they are nowhere, where they belong. Nothing notes it but the files themselves. */
export async function readLayout(folder: string): Promise<Layout> {
  const site = await detected(folder)
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
  const isRooted = site.framework === 'html' || site.framework === 'next' || site.framework === 'nuxt'
  return layoutOf(isRooted ? site : { ...site, sourceFolder: 'src' })
}

const isThere = async (folder: string, { generatedFile, configFile }: Layout): Promise<boolean> => {
  const found = await Promise.all([generatedFile, configFile].map((path) => fileInside(folder, 'file', path)))
  return found.some((file) => file !== undefined)
}

/** A site that nothing is known of is one that its files have to speak for. */
async function detected(folder: string): Promise<DetectedSite | undefined> {
  try {
    return detectSite(await readSnapshot(folder))
  } catch (error) {
    if (error instanceof CliError && (error.code === 'UNKNOWN_SITE' || error.code === 'INVALID_SITE')) return undefined
    throw error
  }
}

/** Whether a folder holds a site that has no modal yet. */
export async function hasSite(folder: string): Promise<boolean> {
  const isThereToo = async (path: string): Promise<boolean> => (await fileInside(folder, 'file', path)) !== undefined
  if (await isThereToo(siteManifestFile)) return false
  return (await isThereToo('package.json')) || (await isThereToo('index.html'))
}
