import { readEnvFile } from '../apply/files/env-files.js'
import { readSnapshot } from '../apply/files/read-snapshot.js'
import { detectSiteIn } from '../apply/site/site-layout.js'
import type { DetectedSite } from '../plan/detect/detect.js'
import { shortName } from '../plan/plugins/first-party.js'
import {
  pluginsWithoutProjectId,
  pluginsWithoutService,
  serviceSetting,
  sourcesFor,
} from '../plan/plugins/needed-project-id.js'
import type { PluginPackage } from '../plan/plugins/plugin-manifest.js'
import { projectIdProblem } from '../plan/site/project-id-format.js'
import { findHiddenVariable } from '../plan/site/project-id-variable.js'
import type { Check, DoctorTarget, Finding } from './finding.js'

/** Note for sites without a project id. */
export const withoutProjectId =
  "Without a WalletConnect project id, a phone opens this site in a wallet's own browser. An id (free at https://dashboard.reown.com) adds pairing: a wallet on a phone signs for a page on another device."

const setProjectId = '`npx create-wallet-modal set projectId=<id>` (an id is free at https://dashboard.reown.com)'

/** Checks that the project id has the right format and is set when the site is built, and that plugins have the services that they need. */
export const checkProjectId: Check = async (target) => [...(await checkId(target)), ...checkServices(target)]

/** Finding for each plugin that needs a service of the site: a project id is not enough. */
const checkServices = ({ site, plugins }: DoctorTarget): readonly Finding[] =>
  pluginsWithoutService(site, plugins).map((name) => ({
    id: 'service-missing',
    severity: 'warning',
    what: `"${name}" needs a service of your own. A project id is not enough.`,
    why: 'Without the service, it does nothing on the built site, even if the sandbox serves it in development.',
    fix: `Run ${settingOf(name, plugins)} with the URL of your service, add a plugin that is a source for it, or remove the plugin.`,
  }))

const settingOf = (name: string, plugins: readonly PluginPackage[]): string => {
  const plugin = plugins.find((one) => one.name === name)
  return `\`npx create-wallet-modal set ${plugin ? serviceSetting(plugin) : 'endpoints.<service>'}=<url>\``
}

const checkId: Check = async (target) => {
  const { site, plugins, known } = target
  if (site.projectId !== undefined)
    return typeof site.projectId === 'string'
      ? checkFormat(target, site.projectId)
      : checkVariable(target, site.projectId.env)
  const names = pluginsWithoutProjectId(site, plugins)
  const sourcesOf = (name: string): readonly string[] => sourcesFor(name, site, known)
  const others = names.filter((name) => sourcesOf(name).length === 0)
  return [
    ...(others.length > 0 ? [missing(others, plugins)] : []),
    ...names.flatMap((name) => (others.includes(name) ? [] : [withoutSource(name, sourcesOf(name))])),
  ]
}

const missing = (names: readonly string[], plugins: readonly PluginPackage[]): Finding => ({
  id: 'project-id-missing',
  severity: 'warning',
  what: `wallet-modal.json has no project id, and no service of your own, for these plugins: ${names.map((name) => `"${name}"`).join(', ')}.`,
  why: 'Without one of these, they do nothing on the built site.',
  fix: `Run ${setProjectId}; or set the URL of your own service with ${[...new Set(names.map((name) => settingOf(name, plugins)))].join(' or ')}; or remove them.`,
})

const withoutSource = (name: string, sources: readonly string[]): Finding => ({
  id: 'source-missing',
  severity: 'warning',
  what: `"${name}" has no source of data: the site has neither a project id nor one of the plugins ${sources.map((source) => `"${source}"`).join(', ')}.`,
  why: 'The built site does not offer it, even if the sandbox serves it in development.',
  fix: `Run \`npx create-wallet-modal add ${shortName(sources[0] ?? '')}\` or ${setProjectId}, or remove the plugin.`,
})

/**
 * Checks the format of a project id. `variable` is the environment variable that contains the id. Its value is shown only if it is a placeholder,
 * because it may be a secret.
 */
function checkFormat({ site }: DoctorTarget, id: string, variable?: string): readonly Finding[] {
  const shown = JSON.stringify(id.slice(0, 40))
  const where = variable === undefined ? 'projectId' : `The variable ${variable}`
  const problem = projectIdProblem(id, site)
  if (problem === undefined) return []
  if (problem === 'placeholder') return [placeholder(where, shown)]
  return [
    {
      id: 'project-id-malformed',
      severity: 'error',
      what: `${where} ${variable === undefined ? `is ${shown}` : 'contains no project id'}. An id of the public services has 32 of the characters 0-9 and a-f.`,
      why: 'The public services reject every request, so no wallets are listed and no phone can be paired.',
      fix: 'Copy the complete id again.',
    },
  ]
}

const placeholder = (where: string, shown: string): Finding => ({
  id: 'project-id-placeholder',
  severity: 'error',
  what: `${where} is ${shown}, which is a placeholder, not an id.`,
  why: 'The public services reject every request, so no wallets are listed and no phone can be paired.',
  fix: 'Set your own id, or remove "projectId": without one, the modal works with installed wallets.',
})

async function checkVariable(target: DoctorTarget, name: string): Promise<readonly Finding[]> {
  const detected = await detectSiteIn(target.folder)
  const hidden = await findHidden(target, detected)
  if (hidden) return [hidden]
  const options = { mode: 'production', usesVite: detected?.usesVite === true } as const
  const value = target.env[name] ?? (await readEnvFile(target.folder, name, options))
  if (value !== undefined && value !== '') return checkFormat(target, value, name)
  return [
    {
      id: 'project-id-unset',
      severity: 'warning',
      what: `The project id is read from "${name}", which is set neither here nor in a .env file.`,
      why: 'A build made here has no project id.',
      fix: `Set ${name} where the site is built. If it is set there, ignore this warning.`,
    },
  ]
}

/** Finding if the site's bundler does not pass the variable to pages. */
async function findHidden(
  { folder, site }: DoctorTarget,
  detected: DetectedSite | undefined,
): Promise<Finding | undefined> {
  const hidden = detected && findHiddenVariable(site, detected, await readSnapshot(folder))
  if (!hidden) return undefined
  const { name, bundler, prefix, visibleName } = hidden
  const failsOnVite = bundler !== 'Next.js' && !/^(?:VITE|PUBLIC)_/.test(name)
  return {
    id: 'project-id-hidden',
    severity: 'error',
    what: `The project id is read from "${name}", which ${bundler} does not pass to pages.`,
    why: `Only variables that begin with ${prefix} are available in the code; ${failsOnVite ? 'the page fails with "process is not defined"' : 'the page gets no project id'}.`,
    fix: `Name the variable ${visibleName} in wallet-modal.json and where it is set, and run \`npx create-wallet-modal sync\`.`,
  }
}
