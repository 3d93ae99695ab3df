// As pages were written then; only the token goes by the endpoint that the portal has for it.
jQuery(($) => {
  $.each(['CR0001', 'CR0002', 'BH0001'], (_, sn) => {
    $('<p>').append($('<a href="#">').text(sn).data('sn', sn)).appendTo('#menu')
  })
  var connection = $('<sg-connection>').attr({ 'base-url': $('html').data('console'), 'token-url': 'token' })
  $('<p>')
    .text('Pressure ')
    .append($('<sg-value>').attr({ sn: 'CR0001', point: 'pressure' }))
    .appendTo(connection)
  $('<sg-device-monitor>').attr('sn', 'CR0001').appendTo(connection)
  connection.appendTo('#place')
  $('#menu').on('click', 'a', function (event) {
    event.preventDefault()
    $('h1').text($(this).text())
    $('sg-value, sg-device-monitor').attr('sn', $(this).data('sn'))
  })
})
