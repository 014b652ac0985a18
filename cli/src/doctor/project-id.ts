import { join } from 'node:path'
import { readText } from '../apply/files/read-file.js'
import { readSnapshot } from '../apply/files/read-snapshot.js'
import { readOwnPackage } from '../apply/packages/installed.js'
import { shortName } from '../plan/plugins/first-party.js'
import { pluginsWithoutProjectId, sourcesFor } from '../plan/plugins/needed-project-id.js'
import type { Check, DoctorTarget, Finding } from './finding.js'

/** Note for sites without a project id: which feature a project id adds. */
export const withoutProjectId =
  "Without a WalletConnect project id, a phone opens this site in a wallet's own browser. An id (free at https://dashboard.reown.com) adds pairing: a wallet on a phone signs for a page on another device."

const setProjectId = '`npx create-wallet-modal set projectId=<id>` (an id is free at https://dashboard.reown.com)'

/** Checks that the project id has the right format and is set when the site is built. */
export const checkProjectId: Check = async (target) => {
  const { site, plugins, known } = target
  if (site.projectId !== undefined)
    return typeof site.projectId === 'string'
      ? checkFormat(target, site.projectId, 'projectId')
      : checkVariable(target, site.projectId.env)
  const names = pluginsWithoutProjectId(site, plugins)
  const sourcesOf = (name: string): readonly string[] => sourcesFor(name, site, known)
  const others = names.filter((name) => sourcesOf(name).length === 0)
  return [
    ...(others.length > 0 ? [missing(others)] : []),
    ...names.flatMap((name) => (others.includes(name) ? [] : [withoutSource(name, sourcesOf(name))])),
  ]
}

const missing = (names: readonly string[]): Finding => ({
  id: 'project-id-missing',
  severity: 'warning',
  what: `wallet-modal.json has no project id, which these plugins need: ${names.map((name) => `"${name}"`).join(', ')}.`,
  why: 'Without a project id, they do nothing on the built site.',
  fix: `Run ${setProjectId}, or remove them.`,
})

const withoutSource = (name: string, sources: readonly string[]): Finding => ({
  id: 'source-missing',
  severity: 'warning',
  what: `"${name}" has no source: the site has neither a project id nor one of the plugins ${sources.map((source) => `"${source}"`).join(', ')}.`,
  why: 'The built site does not offer it, even if the sandbox serves it in development.',
  fix: `Run \`npx create-wallet-modal add ${shortName(sources[0] ?? '')}\` or ${setProjectId}, or remove the plugin.`,
})

/** Whether the site uses the public wallet catalogue. A catalogue of the site itself may use ids of any format. */
const usesDefaults = ({ site }: DoctorTarget): boolean => site.endpoints?.catalogue === undefined

const placeholderWords =
  /^(?:your|my|a(?=[-_ ])|the|insert|put|add|change|replace|todo|test|demo|example|sample|placeholder|dummy|fake|abc|xxx|project)/i

/** Checks the format of a project id. Ids of the public services (Reown) are 32 random hexadecimal digits. `where` is the subject of the message. */
function checkFormat(target: DoctorTarget, id: string, where: string): readonly Finding[] {
  const shown = JSON.stringify(id.slice(0, 40))
  if (!usesDefaults(target)) return []
  const hasFormat = /^[0-9a-f]{32}$/.test(id)
  const isFill = /^(.)\1*$/.test(id) || /^(?:0123456789abcdef|1234567890abcdef){1,2}/i.test(id)
  if (isFill || (!hasFormat && placeholderWords.test(id))) return [placeholder(where, shown)]
  if (hasFormat) return []
  return [
    {
      id: 'project-id-malformed',
      severity: 'error',
      what: `${where} is ${shown}. An id of the public services has 32 of the characters 0-9 and a-f.`,
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
  const hidden = await findHidden(target, name)
  if (hidden) return [hidden]
  const value = target.env[name] ?? (await readFromEnvFiles(target.folder, name))
  if (value !== undefined && value !== '') return checkFormat(target, value, `The variable ${name}`)
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

/**
 * Finding if Vite or Astro does not pass the variable to pages. The generated file reads variables with the prefix `VITE_` or `PUBLIC_` from
 * `import.meta.env`, all others from `process.env`.
 */
async function findHidden({ folder }: DoctorTarget, name: string): Promise<Finding | undefined> {
  const { listed } = await readOwnPackage(folder)
  const isAstro = listed.has('astro')
  if ((!listed.has('vite') && !isAstro) || listed.has('next')) return undefined
  const prefix = isAstro ? 'PUBLIC_' : 'VITE_'
  const [readPrefix] = /^(?:VITE|PUBLIC)_/.exec(name) ?? []
  if (readPrefix === prefix || (readPrefix !== undefined && (await setsPrefix(folder)))) return undefined
  return {
    id: 'project-id-hidden',
    severity: 'error',
    what: `The project id is read from "${name}", which ${isAstro ? 'Astro' : 'Vite'} does not pass to pages.`,
    why: `Only variables that begin with ${prefix} are available in the code; ${readPrefix === undefined ? 'the page fails with "process is not defined"' : 'the page gets no project id'}.`,
    fix: `Name the variable ${prefix}${name.slice(readPrefix?.length ?? 0)} in wallet-modal.json and where it is set, and run \`npx create-wallet-modal sync\`.`,
  }
}

/** Whether the Vite or Astro configuration sets `envPrefix`. Then variables with other prefixes may be passed to pages too. */
async function setsPrefix(folder: string): Promise<boolean> {
  const files = [...(await readSnapshot(folder))]
  return files.some(([path, text]) => /^(?:vite|astro)\.config\./.test(path) && /\benvPrefix\b/.test(text))
}

/** Files with environment variables, in the order of precedence of Next.js. In Vite, `.env.production` takes precedence over `.env.local`. */
const envFiles = ['.env.production.local', '.env.local', '.env.production', '.env'] as const

async function readFromEnvFiles(folder: string, name: string): Promise<string | undefined> {
  for (const file of envFiles) {
    const text = (await readText(join(folder, file))) ?? ''
    for (const line of text.split(/\r?\n/)) {
      const match = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line)
      if (match?.[1] === name) return (match[2] ?? '').replace(/^(["'])(.*)\1$/, '$2')
    }
  }
  return undefined
}
