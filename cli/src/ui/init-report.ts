import type { SiteState } from '../apply/site-state.js'
import type { ChangePlan } from '../plan/change-plan.js'
import type { DetectedSite } from '../plan/detect/detect.js'
import { shortName } from '../plan/first-party.js'
import type { MountStep } from '../plan/mount.js'
import { type PackageManager, runScript } from '../plan/package-manager.js'
import { reachLines } from './create-report.js'

/** The plan as lines for a person: which files, which packages, and what each plugin may reach. */
export function initLines({ files, packages, added }: ChangePlan): readonly string[] {
  return [
    'Files',
    ...files.map(({ path, before }) => `  ${before === undefined ? 'new    ' : 'changed'}  ${path}`),
    '',
    'Packages',
    ...packages.map(
      ({ name, version, section }) =>
        `  ${name} ${version}${section === 'devDependencies' ? ' (development only)' : ''}`,
    ),
    '',
    'Plugins',
    ...added.map(({ name, manifest }) => `  ${shortName(name)}: ${manifest.description}`),
    '',
    'What the plugins may reach',
    ...reachLines(added),
  ]
}

export interface NextInput {
  readonly installed: boolean
  readonly isPage: boolean
}

/** What a person does after mounting the button, as commands. */
export const initNext = (manager: PackageManager, { installed, isPage }: NextInput): readonly string[] => [
  ...(installed ? [] : [`${manager} install`, ...(isPage ? ['npx create-wallet-modal sync'] : [])]),
  manager === 'npm' ? 'npx wallet-modal dev' : runScript(manager, 'wallet-modal dev'),
]

export interface InitFacts {
  readonly site: DetectedSite
  readonly state: SiteState
  readonly mount: readonly MountStep[]
  readonly installed: boolean
  readonly dryRun: boolean
}

/** The same for machines: the one document of `--json`. */
export function initDocument(plan: ChangePlan, { site, state, mount, installed, dryRun }: InitFacts): object {
  const { framework, typescript, sourceFolder, basePath, workspaceRoot, notes } = site
  return {
    ok: true,
    command: 'init',
    dryRun,
    path: state.folder,
    site: { framework, typescript, sourceFolder, basePath, workspaceRoot, notes },
    packageManager: state.manager.name,
    installed,
    networks: plan.resolved?.networks.map(({ caipNetworkId, name }) => ({ caipNetworkId, name })) ?? [],
    plugins: plan.added.map(({ name, version, manifest }) => ({ name, version, permissions: manifest.permissions })),
    packages: plan.packages,
    files: plan.files.map(({ path, before }) => ({ path, change: before === undefined ? 'create' : 'update' })),
    mount,
    next: initNext(state.manager.name, { installed, isPage: framework === 'html' }),
  }
}
