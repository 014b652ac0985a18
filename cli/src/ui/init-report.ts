import type { SiteState } from '../apply/site/site-state.js'
import type { ChangePlan } from '../plan/changes/change-plan.js'
import type { DetectedSite } from '../plan/detect/detect.js'
import type { MountStep } from '../plan/files/mount.js'
import { type PackageManager, runScript } from '../plan/packages/package-manager.js'
import { type ChangeFacts, changeDocument } from './change-report.js'

export interface NextInput {
  readonly willInstall: boolean
  /** Whether the site is a page without a bundler. */
  readonly isPage: boolean
  /** Whether the site uses wagmi and EVM wallets. */
  readonly hasWagmi: boolean
}

/** Next steps for the user after adding the button, as commands and sentences. */
export const initNext = (manager: PackageManager, { willInstall, isPage, hasWagmi }: NextInput): readonly string[] => [
  ...(willInstall ? [] : [`${manager} install`, ...(isPage ? ['npx create-wallet-modal sync'] : [])]),
  manager === 'npm' ? 'npx wallet-modal dev' : runScript(manager, 'wallet-modal dev'),
  ...(hasWagmi
    ? [
        "This site uses wagmi. To use the modal's connection in wagmi, add `walletModal(modal)` of @wallet-modal/eip155/wagmi to the connectors of the wagmi config.",
      ]
    : []),
]

export interface InitFacts extends ChangeFacts {
  readonly site: DetectedSite
  readonly state: SiteState
  readonly mount: readonly MountStep[]
}

/** Report of `init` as the document of `--json`. */
export function initDocument(plan: ChangePlan, facts: InitFacts): object {
  const { framework, typescript, sourceFolder, basePath, workspaceRoot, notes } = facts.site
  return {
    ...changeDocument(plan, facts),
    path: facts.state.folder,
    site: { framework, typescript, sourceFolder, basePath, workspaceRoot, notes },
    networks: plan.resolved?.networks.map(({ caipNetworkId, name }) => ({ caipNetworkId, name })) ?? [],
    mount: facts.mount,
  }
}
