// Built beside the tests: their shared pieces stand in a chunk of their own also where one file is built alone.
import './screen-driver.ts'
