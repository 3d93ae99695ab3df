const KB = 1024
const MB = 1024 * KB

/**
 * Numbers of features that are not built yet, by the route that each is built with; its rows move into `LIMITS` then.
 * Units as there.
 */
export const UNBUILT_LIMITS = {
  '/monitoringCheck': { thumbnailGroups: 50, thumbnailsPerGroup: 30 },
  '/configurationCarousel': {
    carouselGroups: 50,
    carouselDefaultS: 10,
    scrollSpeedMin: 1,
    scrollSpeed: 10,
    scrollSpeedDefault: 5,
  },
  '/analysis/flowAnalysis': { testCardBytes: 6 * MB },
  '/designChart': {
    reportTitle: 32,
    reportCompareItems: 10,
    reportDimensionGroups: 10,
    reportFilters: 10,
    themeColours: 10,
    colourConditions: 20,
  },
  '/analysis/reportData': { reportsPerAdd: 10, minuteReportDays: 7, hourReportDays: 92 },
} as const satisfies Record<string, Record<string, number>>
