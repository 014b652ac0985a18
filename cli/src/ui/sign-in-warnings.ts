import { signInPlugin } from '../plan/plugins/first-party.js'

/** Warning that the sign-in plugin needs a server of the site. Without it, visitors are disconnected as soon as they connect. */
export const signInWarnings = (plugins: readonly string[]): readonly string[] =>
  plugins.includes(signInPlugin)
    ? [
        'In production, sign-in needs a server of this site that handles /api/siwx with `createSiwxServer` of @wallet-modal/siwx/server. Without one, visitors are disconnected: see docs/sign-in.md in the repository of Wallet Modal, set siwx.required=false, or use `--template next`, which has such a server. In development, the sandbox handles sign-in if the dev server forwards /api/siwx to it with the original Host header. Next.js cannot do this: use a route handler, as in `--template next`.',
      ]
    : []
