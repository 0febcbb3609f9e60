export { CityForm } from './CityForm';
export { TemperatureUnitSelect } from './TemperatureUnitSelect';
export { WeatherWidget } from './WeatherWidget';
