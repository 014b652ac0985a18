import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  // This folder and none above it, whatever lockfiles are there.
  turbopack: { root: import.meta.dirname },
}

export default config
