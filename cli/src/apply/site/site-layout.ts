import { join } from 'node:path'
import { CliError } from '../../errors.js'
import { type DetectedSite, type DetectOverrides, detectSite } from '../../plan/detect/detect.js'
import { defaultLayout, type Layout, layoutIn, layoutOf } from '../../plan/site/layout.js'
import { parseSiteManifest, siteManifestFile } from '../../plan/site/site-manifest.js'
import { fileInside, readText } from '../files/read-file.js'
import { readSnapshot } from '../files/read-snapshot.js'

/** Folders in which the generated file and the config file can be, in order of precedence. */
const candidateFolders = ['src', '', 'app', 'src/lib'] as const

/**
 * Layout of a site: the location of its generated and config files or, if both are missing, the location where this tool would create them. The
 * framework in wallet-modal.json takes precedence over the detected one.
 */
export async function readLayout(folder: string): Promise<Layout> {
  const site = await detectSiteIn(folder)
  const { framework, usesVite } = site ?? defaultLayout
  for (const candidate of new Set([site?.sourceFolder ?? 'src', ...candidateFolders])) {
    for (const language of ['ts', 'js'] as const) {
      const layout = layoutIn(candidate, { language, framework, usesVite })
      if (await exists(folder, layout)) return layout
    }
  }
  return site && site.sourceFolder !== '' ? layoutOf(site) : layoutWithoutFiles(site)
}

/**
 * Layout for a site whose generated and config files are both missing and whose code is in its root folder: the root folder for some frameworks,
 * `src` for all others.
 */
function layoutWithoutFiles(site: DetectedSite | undefined): Layout {
  if (!site) return defaultLayout
  const usesRoot = ['html', 'next', 'nuxt', 'react-router'].includes(site.framework)
  return layoutOf(usesRoot ? site : { ...site, sourceFolder: 'src' })
}

const exists = async (folder: string, { generatedFile, configFile }: Layout): Promise<boolean> => {
  const found = await Promise.all([generatedFile, configFile].map((path) => fileInside(folder, 'file', path)))
  return found.some((file) => file !== undefined)
}

/**
 * Detects a site. Framework and source folder in wallet-modal.json, which `init` stored, take precedence. `undefined` if package.json is invalid or
 * the framework cannot be detected.
 */
export async function detectSiteIn(folder: string): Promise<DetectedSite | undefined> {
  try {
    return detectSite(await readSnapshot(folder), await storedSettings(folder))
  } catch (error) {
    if (error instanceof CliError && (error.code === 'UNKNOWN_SITE' || error.code === 'INVALID_SITE')) return undefined
    throw error
  }
}

/** Settings in wallet-modal.json. Empty if the file is missing or invalid: the code that needs its contents reports the error. */
async function storedSettings(folder: string): Promise<DetectOverrides> {
  const text = await readText(join(folder, siteManifestFile))
  try {
    if (text === undefined) return {}
    const { framework, sourceFolder } = parseSiteManifest(text)
    return { framework, sourceFolder: sourceFolder === '.' ? '' : sourceFolder }
  } catch (error) {
    if (error instanceof CliError && error.code === 'INVALID_SITE') return {}
    throw error
  }
}

/** Whether a folder contains a site (a package.json or an index.html) without a modal. */
export async function hasSite(folder: string): Promise<boolean> {
  const fileExists = async (path: string): Promise<boolean> => (await fileInside(folder, 'file', path)) !== undefined
  if (await fileExists(siteManifestFile)) return false
  return (await fileExists('package.json')) || (await fileExists('index.html'))
}
