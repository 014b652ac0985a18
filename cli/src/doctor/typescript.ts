import { join } from 'node:path'
import { createFilesMatcher, parseTsconfig, type TsConfigJsonResolved } from 'get-tsconfig'
import semver from 'semver'
import { readText } from '../apply/files/read-file.js'
import { findInstalled } from '../apply/packages/installed.js'
import { readLayout } from '../apply/site/site-layout.js'
import { messageOf } from '../errors.js'
import { generatedPaths } from '../plan/site/layout.js'
import type { Check, Finding } from './finding.js'

interface Config {
  readonly path: string
  readonly config: TsConfigJsonResolved
}

/** Checks that TypeScript finds the types of wallet-modal packages and of the DOM. Skipped without a tsconfig.json. */
export const checkTypeScript: Check = async ({ folder }) => {
  const root = join(folder, 'tsconfig.json')
  if ((await readText(root)) === undefined) return []
  // in a JavaScript site, the last of the generated files has the types
  const typesFile = generatedPaths(await readLayout(folder)).at(-1) ?? ''
  let configs: readonly Config[]
  try {
    configs = configsOf(root, folder, typesFile)
  } catch (error) {
    return [broken(messageOf(error))]
  }
  const version = (await findInstalled(folder, 'typescript'))?.json.version
  return configs.flatMap((config) => [...resolutionOf(config, version), ...libOf(config)])
}

/** The configuration that applies to a file of the site: the root configuration or one of its project references. Empty if none applies. */
function configsOf(root: string, folder: string, siteFile: string): readonly Config[] {
  const cache = new Map()
  const config = parseTsconfig(root, cache)
  const references = (config.references ?? []).map(({ path }) => {
    const target = join(folder, path)
    const file = target.endsWith('.json') ? target : join(target, 'tsconfig.json')
    return { path: file, config: parseTsconfig(file, cache) }
  })
  const file = join(folder, siteFile)
  return [{ path: root, config }, ...references]
    .filter((candidate) => createFilesMatcher(candidate)(file) !== undefined)
    .slice(0, 1)
}

function resolutionOf({ path, config }: Config, version: string | undefined): readonly Finding[] {
  const { moduleResolution, module } = config.compilerOptions ?? {}
  const resolution = moduleResolution?.toLowerCase()
  const impliesResolution = /^(?:node(?:16|18|20|next)|preserve)$/i.test(module ?? '')
  const isOldVersion = version !== undefined && semver.lt(version, '6.0.0-0')
  const isOutdated =
    resolution === undefined ? isOldVersion && !impliesResolution : /^(?:node|node10|classic)$/.test(resolution)
  if (!isOutdated) return []
  return [
    {
      id: 'typescript-resolution',
      severity: 'error',
      what: `${path}: "moduleResolution" is ${resolution === undefined ? `not set, and its default in TypeScript ${version} is outdated` : `"${resolution}"`}.`,
      why: 'It ignores the "exports" of packages, so TypeScript does not find entry points such as @wallet-modal/kernel/react.',
      fix: 'Set "moduleResolution": "bundler" (with "module": "esnext" or "preserve"), or "nodenext" where no bundler is used.',
    },
  ]
}

function libOf({ path, config }: Config): readonly Finding[] {
  const lib = config.compilerOptions?.lib
  if (lib === undefined || lib.some((name) => name.toLowerCase() === 'dom')) return []
  return [
    {
      id: 'typescript-no-dom',
      severity: 'error',
      what: `${path}: "lib" is ${JSON.stringify(lib)}, without "dom".`,
      why: 'The types of the modal use those of the DOM (HTMLElement, AbortSignal, ...).',
      fix: 'Add "dom" to "lib".',
    },
  ]
}

const broken = (message: string): Finding => ({
  id: 'typescript-broken',
  severity: 'error',
  what: `tsconfig.json cannot be read: ${message}`,
  why: 'TypeScript cannot check the site, and doctor cannot check its other settings.',
  fix: 'Correct it; `npx tsc --showConfig` shows details.',
})
