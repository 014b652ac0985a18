#!/usr/bin/env node
import { main } from './main.js'

await main({ name: 'wallet-modal', createsByDefault: false })
