import type { Kind } from './kind.ts'
import { airHandler, stepAirHandler } from './kinds/air-handler.ts'
import { boiler, stepBoiler } from './kinds/boiler.ts'
import { airDemand, compressor, delivered, stepCompressor, stepHeader } from './kinds/compressor.ts'
import { coldOf, coolingTower, stepCoolingTower } from './kinds/cooling-tower.ts'
import { gateway, stepGateway } from './kinds/gateway.ts'
import { heatExchanger, stepHeatExchanger } from './kinds/heat-exchanger.ts'
import { inverter, stepInverter } from './kinds/inverter.ts'
import { pumpStation, stepPumpStation } from './kinds/pump-station.ts'
import { stepTank, tank } from './kinds/tank.ts'
import { stepTruck, truck } from './kinds/truck.ts'
import type { PlantState } from './plant-state.ts'

type Step = (dtS: number, at: PlantState) => void

/** Devices whose physics hang together. */
export interface WorldKind {
  kinds: readonly Kind[]
  /** The longest step that its physics bear, seconds; longer ones are cut. */
  maxStepS: number
  /** `seedOf(n)` is the seed of the nth device. The states come in the order of `kinds`. */
  build(seedOf: (n: number) => number, at: PlantState): { states: { seed: number }[]; step: Step }
}

function alone<S extends { seed: number }>(
  kind: Kind<S>,
  maxStepS: number,
  step: (state: S, dtS: number, at: PlantState) => void,
): WorldKind {
  return {
    kinds: [kind],
    maxStepS,
    build(seedOf, at) {
      const state = kind.start(seedOf(0), at)
      return { states: [state], step: (dtS, now) => step(state, dtS, now) }
    },
  }
}

/** The station fills the tank; the tank's level calls for pumps. */
export const waterWorks: WorldKind = {
  kinds: [pumpStation, tank],
  maxStepS: 60,
  build(seedOf, start) {
    const station = pumpStation.start(seedOf(0), start)
    const water = tank.start(seedOf(1), start)
    return {
      states: [station, water],
      step(dtS, at) {
        stepPumpStation(station, dtS, at, water.level)
        stepTank(water, dtS, at, station.flow)
      },
    }
  },
}

/** Two machines on one header; the second follows the first. */
export const compressorRoom: WorldKind = {
  kinds: [compressor, compressor],
  maxStepS: 5,
  build(seedOf, start) {
    const lead = compressor.start(seedOf(0), start)
    const follower = { ...compressor.start(seedOf(1), start), role: 1 }
    return {
      states: [lead, follower],
      step(dtS, at) {
        const supply = delivered(lead) + delivered(follower)
        const pressure = stepHeader(lead.pressure, dtS, supply, airDemand(lead.seed, at))
        stepCompressor(lead, dtS, at, pressure, lead.pressure_setpoint)
        stepCompressor(follower, dtS, at, pressure, lead.pressure_setpoint)
      },
    }
  },
}

/** The boiler's steam heats the exchanger. */
export const boilerHouse: WorldKind = {
  kinds: [boiler, heatExchanger],
  maxStepS: 5,
  build(seedOf, start) {
    const steam = boiler.start(seedOf(0), start)
    const exchanger = heatExchanger.start(seedOf(1), start)
    return {
      states: [steam, exchanger],
      step(dtS, at) {
        stepBoiler(steam, dtS, at, exchanger.heat)
        stepHeatExchanger(exchanger, dtS, at, steam.pressure)
      },
    }
  },
}

/** The air handler's heat leaves by the cooling tower. */
export const building: WorldKind = {
  kinds: [airHandler, coolingTower],
  maxStepS: 30,
  build(seedOf, start) {
    const air = airHandler.start(seedOf(0), start)
    const tower = coolingTower.start(seedOf(1), start)
    return {
      states: [air, tower],
      step(dtS, at) {
        stepAirHandler(air, dtS, at, coldOf(tower))
        stepCoolingTower(tower, dtS, at, air.cooling)
      },
    }
  },
}

/** A whole plant in the order of its SNs; larger plants repeat it. */
export const plantWorlds: readonly WorldKind[] = [
  waterWorks,
  compressorRoom,
  boilerHouse,
  alone(truck, 10, stepTruck),
  alone(inverter, 60, stepInverter),
  alone(gateway, 60, stepGateway),
  alone(gateway, 60, stepGateway),
  building,
]
