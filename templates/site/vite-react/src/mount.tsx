import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'

/** Mounts the page. */
export const mount = (root: Element): void =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
