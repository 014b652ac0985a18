import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  // This folder is the root, even if parent folders have lockfiles.
  turbopack: { root: import.meta.dirname },
}

export default config
