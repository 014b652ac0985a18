import { createRoot } from 'react-dom/client'
import type { Setting } from './facts.js'
import { Playground } from './playground.js'
import { startPreview } from './preview.js'

/** Draws the playground, or the page in its frame, into `#root`. */
export function start(setting: Setting, part: 'playground' | 'preview'): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element with the id "root".')
  if (part === 'preview') startPreview(root, setting)
  else createRoot(root).render(<Playground setting={setting} />)
}
