import { lacksOpeningView } from '../plan/plugins/opening-view.js'
import type { SiteManifest } from '../plan/site/site-manifest.js'
import { type ProjectIdContext, projectIdWarnings } from './project-id-warnings.js'

/** Warnings about a new or changed site: no view to open, and those of `projectIdWarnings`. */
export const siteWarnings = (site: SiteManifest, context: ProjectIdContext): readonly string[] => [
  ...(lacksOpeningView(site, context.known) && !(context.before && lacksOpeningView(context.before, context.known))
    ? [
        'No plugin of the site has a view for visitors without a connected wallet, so a click on the button does not open the modal. To add one: `npx create-wallet-modal add connect`.',
      ]
    : []),
  ...projectIdWarnings(site, context),
]
