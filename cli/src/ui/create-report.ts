import { relative } from 'node:path'
import type { Target } from '../apply/files/target.js'
import type { FetchedPlugin } from '../apply/packages/fetch-plugin.js'
import type { CreatePlan } from '../plan/changes/create-plan.js'
import type { Template } from '../plan/files/template.js'
import { newFiles } from '../plan/files/virtual-tree.js'
import { runScript } from '../plan/packages/package-manager.js'
import { shortName, signInPlugin } from '../plan/plugins/first-party.js'
import { loginLines, loginWarnings } from '../plan/plugins/login-features.js'
import { permissionsOf } from '../plan/plugins/permissions.js'
import type { PluginPackage } from '../plan/plugins/plugin-manifest.js'
import { decimalsWarnings, inlineNetworks, siteAddresses } from '../plan/site/site-addresses.js'
import { packageWarnings } from './package-warnings.js'
import { enforcement, permissionLines } from './permission-lines.js'
import { quoteWord } from './printable.js'
import { signInWarnings } from './sign-in-warnings.js'
import { siteWarnings } from './site-warnings.js'

/** Report of a plan: folder, packages, and permissions of each plugin. */
export function planLines(plan: CreatePlan, target: Target): readonly string[] {
  const plugins = plan.resolved.plugins.map(({ plugin }) => plugin)
  const width = Math.max(...plugins.map(({ name }) => shortName(name).length))
  const files = newFiles(plan.files)
  return [
    `Folder     ${target.path}`,
    `Template   ${plan.template.spec.title}`,
    `Networks   ${plan.resolved.networks.map(({ name, caipNetworkId }) => `${name} (${caipNetworkId})`).join(', ')}`,
    `Files      ${files.length}, ${Math.ceil(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024)} kB`,
    ...loginLines(plan.site),
    '',
    'Plugins',
    ...plugins.map(
      (plugin) =>
        `  ${shortName(plugin.name).padEnd(width)}  ${plugin.manifest.description}${plugin.manifest.developmentOnly ? ' (development only)' : ''}`,
    ),
    '',
    `Packages (${plan.packageManager}, exact versions)`,
    ...packageLines(plan),
    '',
    'Permissions of the plugins',
    ...permissionLines(plugins, plan.site.plugins),
    ...addressLines(plan),
  ]
}

const packageLines = ({ dependencies, devDependencies }: CreatePlan): readonly string[] => [
  ...Object.entries(dependencies).map(([name, version]) => `  ${name} ${version}`),
  ...Object.entries(devDependencies).map(([name, version]) => `  ${name} ${version} (development)`),
]

/** Words as a command line that can be pasted into a shell. */
export const toLine = (words: readonly string[]): string => words.map((word) => quoteWord(word)).join(' ')

/**
 * Lines about the URLs and networks in wallet-modal.json. The plan shows them, because a wallet-modal.json from someone else can redirect every
 * request.
 */
function addressLines({ site, resolved }: CreatePlan): readonly string[] {
  const addresses = siteAddresses(site).map(({ setting, url }) => `  ${setting}: ${url}`)
  const networks = inlineNetworks(resolved).flatMap((network) => [
    `  ${network.name} (${network.caipNetworkId}), ${network.nativeCurrency.symbol} with ${network.nativeCurrency.decimals} decimals`,
    ...[...network.rpcUrls, network.explorerUrl, network.imageUrl].flatMap((url) => (url ? [`    ${url}`] : [])),
  ])
  return [
    ...(addresses.length > 0 ? ['', 'Addresses in wallet-modal.json', ...addresses] : []),
    ...(networks.length > 0 ? ['', 'Networks defined in wallet-modal.json', ...networks] : []),
  ]
}

/**
 * Warnings before the installation: third-party plugins, sign-in without a server, login without a gateway, no view to open, plugins without a project id, and
 * networks whose decimals in wallet-modal.json are ignored.
 */
export const planWarnings = (
  plan: CreatePlan,
  thirdParty: readonly FetchedPlugin[],
  known: readonly PluginPackage[],
): readonly string[] => [
  ...thirdPartyWarnings(thirdParty, plan.site.plugins),
  ...(hasSignInServer(plan.template) ? [] : signInWarnings(Object.keys(plan.site.plugins))),
  ...loginWarnings(plan.site),
  ...siteWarnings(plan.site, { plugins: plan.resolved.plugins.map(({ plugin }) => plugin), known }),
  ...decimalsWarnings(plan.resolved),
]

/** Whether a site of the template handles sign-in requests itself. */
const hasSignInServer = ({ spec }: Template): boolean => Object.hasOwn(spec.plugins, signInPlugin)

const thirdPartyWarnings = (
  thirdParty: readonly FetchedPlugin[],
  options: CreatePlan['site']['plugins'],
): readonly string[] =>
  thirdParty.flatMap((fetched) => [
    `"${fetched.plugin.name}" ${fetched.plugin.version} is a third-party plugin and was not reviewed by this project. ${enforcement} Its permissions: ${permissionLines([fetched.plugin], options).join('').trim()}`,
    ...packageWarnings(fetched),
  ])

/** Inputs of the report of `create` or `plugin`. */
export interface MakeOutcome {
  readonly dryRun: boolean
  /** Whether the command installs the packages. */
  readonly willInstall: boolean
  readonly cwd: string
}

export interface CreateOutcome extends MakeOutcome {
  /** Words of the command that creates the same project, beginning with `npx`. */
  readonly repeatCommand: readonly string[]
  readonly warnings: readonly string[]
}

/** Next steps for the user, as commands. */
export function nextSteps(
  plan: CreatePlan,
  target: Target,
  { willInstall, cwd }: Pick<MakeOutcome, 'willInstall' | 'cwd'>,
): readonly string[] {
  return [
    `cd ${quoteWord(relative(cwd, target.path) || '.')}`,
    ...(willInstall ? [] : [`${plan.packageManager} install`]),
    runScript(plan.packageManager, 'dev'),
  ]
}

/** The report as the document of `--json`. */
export function createDocument(plan: CreatePlan, target: Target, outcome: CreateOutcome): object {
  return {
    ok: true,
    command: 'create',
    dryRun: outcome.dryRun,
    path: target.path,
    template: plan.template.id,
    packageManager: plan.packageManager,
    installed: outcome.willInstall,
    networks: plan.resolved.networks.map(({ caipNetworkId, name }) => ({ caipNetworkId, name })),
    plugins: plan.resolved.plugins.map(({ plugin, options }) => ({
      name: plugin.name,
      version: plugin.version,
      developmentOnly: plugin.manifest.developmentOnly,
      options,
      permissions: permissionsOf(plugin, options),
    })),
    addresses: siteAddresses(plan.site),
    inlineNetworks: inlineNetworks(plan.resolved),
    dependencies: plan.dependencies,
    devDependencies: plan.devDependencies,
    files: newFiles(plan.files),
    next: nextSteps(plan, target, outcome),
    again: outcome.repeatCommand,
    warnings: outcome.warnings,
  }
}
