import { withoutProjectId } from '../doctor/project-id.js'
import { sandboxName } from '../plan/plugins/first-party.js'
import { lacksGateway } from '../plan/plugins/login-features.js'
import type { SiteManifest } from '../plan/site/site-manifest.js'

const gatewayAdvice =
  "docs/self-hosting.md in the repository of Wallet Modal describes how to set up a gateway. Then run `npx create-wallet-modal set email-social.url=https://wallet.example`, with the gateway's origin instead of https://wallet.example."

const withoutGateway = ({ plugins }: SiteManifest): string =>
  sandboxName in plugins
    ? `Without a gateway, the built site does not offer email and social login; in development the sandbox serves them. ${gatewayAdvice}`
    : `Without a gateway, the site does not offer email and social login. ${gatewayAdvice}`

const walletConnect = '@wallet-modal/walletconnect'

/** Whether WalletConnect works without the site's project id: with a relay or a project id in its own options. */
function hasOwnPairing({ plugins }: SiteManifest): boolean {
  const { relayUrl, projectId } = plugins[walletConnect] ?? {}
  return relayUrl !== undefined || projectId !== undefined
}

const withoutPairing = ({ plugins }: SiteManifest): string =>
  walletConnect in plugins
    ? withoutProjectId
    : `${withoutProjectId} Pairing also needs a plugin, which \`npx create-wallet-modal add walletconnect\` adds.`

/** Features that the site does not have, and what each of them needs. These are not defects. */
export const doctorNotes = (site: SiteManifest): readonly string[] => [
  ...(site.projectId === undefined && !hasOwnPairing(site) ? [withoutPairing(site)] : []),
  ...(lacksGateway(site) ? [withoutGateway(site)] : []),
]
