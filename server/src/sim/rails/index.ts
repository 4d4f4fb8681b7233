/** The sandbox's banks: one simulated rail for all schemes, driven by magic values in the payment's reference. */
export { SIMULATED_RAIL, simulatedRail } from './simulated-rail.ts'
